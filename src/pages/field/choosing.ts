import type { Core } from './core.ts';
import type { ChosenAddress } from './form/form-fields.ts';
import {
  type AddressDocument,
  type AddressRecord,
  ServiceError,
  type WithLocation,
  wholeAddress,
} from './service/address-service.ts';
import { mayHaveUnits } from './units/units.ts';
import { fill } from './view/texts.ts';

/** How an address is taken over. */
export interface Taking {
  /** Whether a building's units are shown next. */
  readonly mayOpen: boolean;
  /** Whether what people or browsers have in the form's inputs stays. */
  readonly keep: boolean;
}

/** Takes an address over into the field and its form. */
export async function takeAddress(
  field: Core,
  record: AddressRecord,
  known: WithLocation['location'],
  { mayOpen, keep }: Taking,
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
  fillForm(field, chosen, keep);
  host.sync();
  view.say(fill(texts.chosen, { address: text }));
  host.changed(new Event('input', { bubbles: true, composed: true }));
  const asksUnits = mayOpen && settings.isOn('units') && mayHaveUnits(record.addressLabel ?? '');
  const wantsPoint = fields.has('lat') || fields.has('lon') || host.option('coordinates') !== null;
  if ((asksUnits || (known === null && wantsPoint)) && asking.wait === 0) {
    const document = await asking.request<AddressDocument>('enrich', { id });
    if (field.address !== chosen) return;
    if (document !== null && !(document instanceof ServiceError)) {
      const { location } = document;
      if (location) field.address = { ...chosen, lat: location.lat, lon: location.lon };
      fillForm(field, field.address, keep);
      host.sync();
      if (asksUnits) field.openUnits(record, document);
    }
  }
  host.changed(new Event('change', { bubbles: true }));
  host.tell('letterbox-address', field.address);
}

function fillForm({ fields }: Core, { lat, lon, ...texts }: ChosenAddress, keep: boolean): void {
  fields.fill({ ...texts, lat: lat === null ? '' : String(lat), lon: lon === null ? '' : String(lon) }, keep);
}
