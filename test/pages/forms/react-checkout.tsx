import type { ChosenAddress } from '@letterbox-au/field';
import { useLetterboxAddress } from '@letterbox-au/field/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

const LABELS = {
  first: 'First name',
  last: 'Last name',
  line1: 'Street address',
  line2: 'Unit (optional)',
  suburb: 'Suburb',
  state: 'State',
  postcode: 'Postcode',
  email: 'E-mail',
};
const TOKENS = {
  first: 'given-name',
  last: 'family-name',
  line1: 'address-line1',
  line2: 'address-line2',
  suburb: 'address-level2',
  state: 'address-level1',
  postcode: 'postal-code',
  email: 'email',
};
type Name = keyof typeof LABELS;
const NAMES = Object.keys(LABELS) as Name[];

/** A checkout as React has them: every input is controlled, and one has the field. */
function Checkout() {
  const [form, setForm] = useState(Object.fromEntries(NAMES.map((name) => [name, ''])) as Record<Name, string>);
  const [address, setAddress] = useState<ChosenAddress | null>(null);
  const line1 = useLetterboxAddress({ apiKey: 'demo', coordinates: true, onAddress: setAddress });
  return (
    <form>
      {NAMES.map((name) => (
        <p key={name}>
          <label htmlFor={name}>{LABELS[name]}</label>
          <input
            id={name}
            name={name}
            autoComplete={TOKENS[name]}
            ref={name === 'line1' ? line1 : null}
            value={form[name]}
            onChange={({ target }) => setForm((before) => ({ ...before, [name]: target.value }))}
          />
        </p>
      ))}
      <output>{JSON.stringify({ ...form, chosen: address?.id, lat: address?.lat })}</output>
    </form>
  );
}

createRoot(document.getElementById('app')!).render(<Checkout />);
