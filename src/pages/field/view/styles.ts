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
input, select {
  display: block; width: 100%; min-height: 2.75em; padding: .5em .75em; font: inherit;
  color: inherit; background: var(--_surface); border: 1px solid var(--_line); border-radius: var(--_radius);
}
input::placeholder { color: var(--_muted); opacity: 1; }
input:focus, select:focus { outline: 2px solid var(--_accent); outline-offset: -1px; border-color: var(--_accent); }
input:disabled, select:disabled { opacity: .6; }
input[aria-invalid=true] { border-color: var(--_alert); }
.popup {
  position: absolute; z-index: var(--letterbox-layer, 10); inset-inline: 0; top: calc(100% + 4px);
  background: var(--_surface); border: 1px solid var(--_line); border-radius: var(--_radius);
  box-shadow: 0 8px 24px rgb(0 0 0 / .18);
}
ul {
  margin: 0; padding: 4px; max-height: min(22em, 50vh); overflow-y: auto; overscroll-behavior: contain; list-style: none;
}
li {
  display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .5em; padding: .5em .625em; cursor: pointer;
  border-radius: calc(var(--_radius) - 3px); overflow-wrap: anywhere;
}
li[aria-selected=true] { background: var(--_active); box-shadow: inset 3px 0 var(--_accent); }
.option-place { color: var(--_muted); font-size: .9em; }
li[part~=option-last] { color: var(--_muted); border-block-start: 1px solid color-mix(in srgb, var(--_line) 40%, transparent);
  border-radius: 0 0 calc(var(--_radius) - 3px) calc(var(--_radius) - 3px); }
li[part~=option-unit] { padding-block: .375em; }
.note { margin: 0; padding: .5em .875em; color: var(--_muted); font-size: .9em; }
/* A quick answer is there before one could read it. */
.popup.waiting { animation: appear .01s .15s both; }
@keyframes appear { from { opacity: 0; } }
.attribution { margin: 0; padding: .25em .875em .375em; color: var(--_muted); font-size: .75em; text-align: end; }
.manual { display: grid; grid-template-columns: 2fr 1fr 1fr; gap: .625em .75em; align-items: end; }
.manual > p, .manual > .line, .manual > button { grid-column: 1 / -1; margin: 0; }
.manual > p { font-weight: 600; }
.manual label { margin: 0; font-weight: 400; min-width: 0; }
.manual label span { display: block; margin-block-end: .25em; font-size: .9em; color: var(--_muted); }
.manual button { justify-self: start; }
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
button.yes { color: var(--_surface); background: var(--_accent); border-color: var(--_accent); }
button:focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px; }
.status { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[hidden] { display: none !important; }
@media (pointer: coarse) { li, button { min-height: 44px; align-items: center; } input, select { font-size: max(16px, 1em); } }
@media (max-width: 30em) { .manual { grid-template-columns: 1fr 1fr; } .manual > .suburb { grid-column: 1 / -1; } }
@media (forced-colors: active) { li[aria-selected=true] { outline: 2px solid Highlight; } }
`;
