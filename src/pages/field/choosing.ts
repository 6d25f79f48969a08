import { type AddressRecord, wholeAddress } from './address-text.ts';
import type { Core } from './core.ts';
import type { ChosenAddress } from './form/form-fields.ts';
import { type AddressDocument, ServiceError, type WithLocation } from './service/address-service.ts';
import { mayHaveUnits } from './units/units.ts';
import { fill } from './view/texts.ts';

/**
 * Takes an address over into the field and its form; for a building its units are shown next, if
 * `mayOpen`.
 */
export async function takeAddress(
  field: Core,
  record: AddressRecord,
  known: WithLocation['location'],
  mayOpen: boolean,
): Promise<void> {
  const { host, view, asking, settings, fields, units, texts } = field;
  asking.cancel();
  units.leave();
  view.hint(null);
  field.askNothing();
  view.list.clear();
  const shown = settings.cased(record);
  const text = wholeAddress(shown);
  field.isDirty = true;
  field.show(text);
  field.checked = text;
  const { id, addressLabel, localityName, state, postcode } = shown;
  const chosen: ChosenAddress = {
    id,
    line: addressLabel ?? '',
    suburb: localityName ?? '',
    state: state ?? '',
    postcode: postcode ?? '',
    lat: known?.lat ?? null,
    lon: known?.lon ?? null,
  };
  field.address = chosen;
  fillForm(field, chosen);
  host.sync();
  view.say(fill(texts.chosen, { address: text }));
  host.element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  const asksUnits = mayOpen && settings.isOn('units') && mayHaveUnits(record.addressLabel ?? '');
  const asksPoint = known === null && (fields.has('lat') || fields.has('lon'));
  if ((asksUnits || asksPoint) && asking.wait === 0) {
    const document = await asking.request<AddressDocument>('enrich', { id });
    if (field.address !== chosen) return;
    if (document !== null && !(document instanceof ServiceError)) {
      const { location } = document;
      if (location) field.address = { ...chosen, lat: location.lat, lon: location.lon };
      fillForm(field, field.address);
      host.sync();
      if (asksUnits && field.isFocused) units.open(record, document);
    }
  }
  host.element.dispatchEvent(new Event('change', { bubbles: true }));
  host.tell('letterbox-address', field.address);
}

function fillForm({ fields }: Core, { lat, lon, ...texts }: ChosenAddress): void {
  fields.fill({ ...texts, lat: lat === null ? '' : String(lat), lon: lon === null ? '' : String(lon) });
}
