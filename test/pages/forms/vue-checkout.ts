import type { ChosenAddress } from '@letterbox-au/field';
import { vLetterboxAddress } from '@letterbox-au/field/vue';
import { createApp, reactive, ref } from 'vue';

const ROWS = [
  ['first', 'First name', 'given-name'],
  ['last', 'Last name', 'family-name'],
  ['line1', 'Street address', 'address-line1'],
  ['line2', 'Unit (optional)', 'address-line2'],
  ['suburb', 'Suburb', 'address-level2'],
  ['state', 'State', 'address-level1'],
  ['postcode', 'Postcode', 'postal-code'],
  ['email', 'E-mail', 'email'],
] as const;

/** A checkout as Vue has them: every input has a `v-model`, and one the field. */
createApp({
  directives: { letterboxAddress: vLetterboxAddress },
  template: `<form>
  <p v-for="[name, label, token] in rows" :key="name"><label :for="name">{{ label }}</label>
    <input v-if="name === 'line1'" :id="name" :name="name" :autocomplete="token" v-model="form[name]" v-letterbox-address="options">
    <input v-else :id="name" :name="name" :autocomplete="token" v-model="form[name]">
  </p>
  <output>{{ JSON.stringify({ ...form, chosen: address?.id, lat: address?.lat }) }}</output></form>`,
  setup() {
    const form = reactive(Object.fromEntries(ROWS.map(([name]) => [name, ''])));
    const address = ref<ChosenAddress | null>(null);
    const onAddress = (chosen: ChosenAddress | null) => {
      address.value = chosen;
    };
    return { rows: ROWS, form, address, options: { apiKey: 'demo', coordinates: true, onAddress } };
  },
}).mount('#app');
