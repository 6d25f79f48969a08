import '@letterbox-au/field';
import { LetterboxAddress } from '@letterbox-au/field/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

/** A form as React 19 has them: everything is state, and the field is written as an element and as a component. */
function Form() {
  const [text, setText] = useState('');
  const [line, setLine] = useState('');
  const [suburb, setSuburb] = useState('');
  const [off, setOff] = useState(false);
  const [told, setTold] = useState('');
  const [sent, setSent] = useState('');
  return (
    <main>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setSent(new URLSearchParams([...new FormData(event.currentTarget)] as [string, string][]).toString());
        }}
      >
        <letterbox-address
          label="Delivery"
          placeholder="Where to?"
          name="typed"
          api-key="demo"
          required
          disabled={off}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onletterbox-address={({ detail }) => setTold(detail?.id ?? 'none')}
        />
        <input name="line" aria-label="line" value={line} onChange={(event) => setLine(event.target.value)} />
        <input name="suburb" aria-label="suburb" value={suburb} onChange={(event) => setSuburb(event.target.value)} />
        <button type="submit">Send</button>
        <button type="button" onClick={() => setOff(!off)}>
          Switch
        </button>
      </form>
      <form>
        <LetterboxAddress label="Billing" api-key="demo" onAddress={(address) => setTold(`component ${address?.id}`)} />
      </form>
      <form>
        <letterbox-address api-key="demo">
          <label>
            Pickup <input name="pickup" required />
          </label>
        </letterbox-address>
      </form>
      <output id="state">{JSON.stringify({ text, line, suburb, told, sent })}</output>
    </main>
  );
}

createRoot(document.body).render(<Form />);
