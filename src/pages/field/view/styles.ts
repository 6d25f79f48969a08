/**
 * The look of a field that is given no other. It takes the font of its page, or of the input that it
 * is attached to, and whether that is light or dark, and nothing else: what it adds begins from the
 * initial value of every property.
 */
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
}
:host(letterbox-address) { display: block; }
:host(letterbox-address[for]), :host([hidden]), [hidden] { display: none !important; }
.field {
  all: initial; display: block; position: relative; font-family: inherit; font-size: inherit; color-scheme: inherit;
  direction: inherit; visibility: inherit; line-height: 1.4; color: var(--_text);
}
:host(:not(letterbox-address)) {
  all: initial !important; display: block !important; font: var(--_font, inherit) !important;
  color-scheme: var(--_scheme, inherit) !important; direction: inherit !important;
}
:host(letterbox-list) {
  position: fixed !important; z-index: var(--letterbox-layer, 2147483647) !important;
  inset: var(--_top) auto var(--_bottom) var(--_left) !important;
  width: max(var(--_width), min(20em, 100vw - var(--_left) - 8px)) !important;
  max-height: min(24em, var(--_room)) !important; overflow-y: auto !important; overscroll-behavior: contain !important;
  scroll-padding-block-end: 2em !important; border-radius: var(--_radius) !important;
  box-shadow: 0 8px 24px rgb(0 0 0 / .18) !important;
}
:host(letterbox-status) {
  position: fixed !important; width: 1px !important; overflow: hidden !important; clip-path: inset(50%) !important;
  white-space: nowrap !important;
}
* { box-sizing: border-box; }
.popup, .row, .hint, .question { font-weight: 400; font-style: normal; line-height: 1.4; color: var(--_text); }
label { display: block; margin-block-end: .375em; font-weight: 600; }
input, select {
  display: block; width: 100%; min-height: 2.75em; padding: .5em .75em; font: inherit;
  color: inherit; background: var(--_surface); border: 1px solid var(--_line); border-radius: var(--_radius);
}
input::placeholder { color: var(--_muted); opacity: 1; }
input:focus, select:focus { outline: 2px solid var(--_accent); outline-offset: -1px; border-color: var(--_accent); }
input:disabled, select:disabled { opacity: .6; }
input[aria-invalid=true] { border-color: var(--_alert); }
.popup { background: var(--_surface); border: 1px solid var(--_line); border-radius: var(--_radius); }
.rows { padding: 4px; }
:host(:not([role])) .rows { display: none; }
.row {
  display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .5em; padding: .5em .625em; cursor: pointer;
  border-radius: calc(var(--_radius) - 3px); overflow-wrap: anywhere;
}
:host([aria-selected=true]) .row { background: var(--_active); box-shadow: inset 3px 0 var(--_accent); }
.option-place, .option-alias { color: var(--_muted); font-size: .9em; }
.option-alias { flex-basis: 100%; }
.option-last { color: var(--_muted); border-block-start: 1px solid color-mix(in srgb, var(--_line) 40%, transparent);
  border-radius: 0 0 calc(var(--_radius) - 3px) calc(var(--_radius) - 3px); }
.option-unit { padding-block: .375em; }
.note { margin: 0; padding: .5em .875em; color: var(--_muted); font-size: .9em; }
/* A quick answer is there before one could read it. */
.popup.waiting { animation: appear .01s .15s both; }
@keyframes appear { from { opacity: 0; } }
.attribution { position: sticky; bottom: 0; margin: 0; background: inherit; border-radius: inherit; padding: .25em .875em .375em; color: var(--_muted); font-size: .75em; text-align: end; }
.manual { display: grid; grid-template-columns: 2fr 1fr 1fr; gap: .625em .75em; align-items: end; }
.manual > p, .manual > .line, .manual > button { grid-column: 1 / -1; margin: 0; }
.manual > p { font-weight: 600; }
.manual label { margin: 0; font-weight: 400; min-width: 0; }
.manual label span { display: block; margin-block-end: .25em; font-size: .9em; color: var(--_muted); }
.manual button { justify-self: start; }
mark { color: inherit; background: none; font-weight: 700; }
.hint { margin-block-start: .375em; color: var(--_alert); font-size: .9em; }
.hint p, .question p { margin: 0; }
.question {
  display: flex; flex-wrap: wrap; align-items: center; gap: .5em; margin-block-start: .5em; padding: .625em .75em;
  border: 1px solid var(--_line); border-inline-start: 3px solid var(--_accent); border-radius: var(--_radius);
  background: var(--_surface);
}
.question p { flex: 1 1 14em; }
button {
  min-height: 2.25em; padding: .25em .875em; font: inherit; font-weight: 600; cursor: pointer; color: var(--_accent);
  background: none; border: 1px solid currentColor; border-radius: var(--_radius);
}
button.yes { color: var(--_surface); background: var(--_accent); border-color: var(--_accent); }
button:focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px; }
@media (pointer: coarse) { .row, button { min-height: 44px; align-items: center; } input, select { font-size: max(16px, 1em); } }
@media (max-width: 30em) { .manual { grid-template-columns: 1fr 1fr; } .manual > .suburb { grid-column: 1 / -1; } }
@media (forced-colors: active) { :host([aria-selected=true]) .row { outline: 2px solid Highlight; } }
`;
