import '@letterbox-au/field';
import { LetterboxAddress } from '@letterbox-au/field/vue';
import { createApp, ref } from 'vue';

/** A form as Vue 3 has them: the field is written as an element with `v-model`, and as a component. */
const app = createApp({
  components: { LetterboxAddress },
  template: `<main>
  <form @submit.prevent="send">
    <letterbox-address label="Delivery" placeholder="Where to?" name="typed" api-key="demo" required :disabled="off" v-model="text"
      @letterbox-address="told = $event.detail?.id ?? 'none'"></letterbox-address>
    <input name="line" aria-label="line" v-model="line">
    <input name="suburb" aria-label="suburb" v-model="suburb">
    <button type="submit">Send</button>
    <button type="button" @click="off = !off">Switch</button>
  </form>
  <form><LetterboxAddress label="Billing" api-key="demo" v-model="billing" @address="told = 'component ' + $event?.id" /></form>
  <form><letterbox-address api-key="demo"><label>Pickup <input name="pickup" required></label></letterbox-address></form>
  <output id="state">{{ JSON.stringify({ text, line, suburb, told, sent }) }}</output></main>`,
  setup() {
    const [text, line, suburb, told, sent, billing] = Array.from({ length: 6 }, () => ref(''));
    const send = ({ target }: Event) => {
      const entries = [...new FormData(target as HTMLFormElement)] as [string, string][];
      sent.value = new URLSearchParams(entries).toString();
    };
    return { text, line, suburb, told, sent, billing, off: ref(false), send };
  },
});
app.config.compilerOptions.isCustomElement = (tag) => tag === 'letterbox-address';
app.mount(document.body);
