/** The look of a field that is given no other: it takes font and colours of its page, light or dark. */
export const STYLES = `
:host {
  --_accent: var(--letterbox-accent, light-dark(#1d4ed8, #93b4ff));
  --_line: var(--letterbox-border, light-dark(#767c88, #8b93a3));
  --_surface: var(--letterbox-surface, light-dark(#fff, #1b1f27));
  --_text: var(--letterbox-text, light-dark(#15181e, #eceef2));
  --_muted: var(--letterbox-muted, light-dark(#545b68, #a9b1c0));
  --_active: var(--letterbox-active, light-dark(#e8eefc, #2a3345));
  --_alert: var(--letterbox-alert, light-dark(#9a3412, #fdba74));
  --_radius: var(--letterbox-radius, 8px);
  display: block;
  position: relative;
  font: inherit;
  color: var(--_text);
  text-align: start;
}
:host([hidden]) { display: none; }
* { box-sizing: border-box; }
label { display: block; margin-block-end: .375em; font-weight: 600; }
.box { position: relative; }
input {
  display: block; width: 100%; min-height: 2.75em; padding: .5em .75em; font: inherit;
  color: inherit; background: var(--_surface); border: 1px solid var(--_line); border-radius: var(--_radius);
}
input::placeholder { color: var(--_muted); opacity: 1; }
input:focus { outline: 2px solid var(--_accent); outline-offset: -1px; border-color: var(--_accent); }
input:disabled { opacity: .6; }
ul {
  position: absolute; z-index: var(--letterbox-layer, 10); inset-inline: 0; top: calc(100% + 4px); margin: 0;
  padding: 4px; max-height: min(22em, 50vh); overflow-y: auto; overscroll-behavior: contain; list-style: none;
  background: var(--_surface); border: 1px solid var(--_line); border-radius: var(--_radius);
  box-shadow: 0 8px 24px rgb(0 0 0 / .18);
}
li {
  display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .5em; padding: .5em .625em; cursor: pointer;
  border-radius: calc(var(--_radius) - 3px); overflow-wrap: anywhere;
}
li[aria-selected=true] { background: var(--_active); box-shadow: inset 3px 0 var(--_accent); }
.place { color: var(--_muted); font-size: .9em; }
mark { color: inherit; background: none; font-weight: 700; }
.hint { margin: .375em 0 0; color: var(--_alert); font-size: .9em; }
.question {
  display: flex; flex-wrap: wrap; align-items: center; gap: .5em; margin-block-start: .5em; padding: .625em .75em;
  border: 1px solid var(--_line); border-inline-start: 3px solid var(--_accent); border-radius: var(--_radius);
  background: var(--_surface);
}
.question p { flex: 1 1 14em; margin: 0; }
button {
  min-height: 2.25em; padding: .25em .875em; font: inherit; font-weight: 600; cursor: pointer; color: var(--_accent);
  background: none; border: 1px solid currentColor; border-radius: var(--_radius);
}
button:first-of-type { color: var(--_surface); background: var(--_accent); border-color: var(--_accent); }
button:focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px; }
.status { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[hidden] { display: none !important; }
@media (pointer: coarse) { li, button { min-height: 44px; align-items: center; } input { font-size: max(16px, 1em); } }
@media (forced-colors: active) { li[aria-selected=true] { outline: 2px solid Highlight; } }
`;
