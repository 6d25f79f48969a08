import { defineComponent, h, type ObjectDirective, onMounted } from 'vue';
import type {
  AttachOptions,
  ChosenAddress,
  LetterboxAddress as Element,
  FieldError,
  ManualAddress,
} from '../letterbox-address.ts';

/**
 * The field as a Vue 3 component: `v-model` is its text, `@address`, `@manual` and `@problem` are
 * its events; attributes are those of the element.
 */
export const LetterboxAddress = defineComponent({
  name: 'LetterboxAddress',
  inheritAttrs: false,
  props: { modelValue: { type: String, default: '' } },
  emits: {
    'update:modelValue': (_text: string) => true,
    address: (_address: ChosenAddress | null) => true,
    manual: (_address: ManualAddress) => true,
    problem: (_error: FieldError) => true,
  },
  setup(props, { attrs, emit }) {
    onMounted(() => void import('../letterbox-address.ts'));
    return () =>
      h('letterbox-address', {
        ...attrs,
        value: props.modelValue,
        onInput: (event: Event) => emit('update:modelValue', (event.target as Element).value),
        'onLetterbox-address': ({ detail }: CustomEvent<ChosenAddress | null>) => emit('address', detail),
        'onLetterbox-manual': ({ detail }: CustomEvent<ManualAddress>) => emit('manual', detail),
        'onLetterbox-error': ({ detail }: CustomEvent<FieldError>) => emit('problem', detail),
      });
  },
});

/** What a directive keeps for its input. */
interface Attached {
  options: AttachOptions;
  detach: (() => void) | null;
}

const attached = new WeakMap<HTMLInputElement, Attached>();

/**
 * Attaches the field to an input of a form: `<input v-letterbox-address="{ apiKey, fields }">`. The
 * input stays the form's own, with its `v-model`.
 */
export const vLetterboxAddress: ObjectDirective<HTMLInputElement, AttachOptions> = {
  mounted(input, { value }) {
    const own: Attached = { options: value, detach: () => {} };
    attached.set(input, own);
    void import('../letterbox-address.ts').then(({ attach }) => {
      if (own.detach !== null) own.detach = attach(input, () => own.options);
    });
  },
  updated(input, { value }) {
    const own = attached.get(input);
    if (own !== undefined) own.options = value;
  },
  beforeUnmount(input) {
    const own = attached.get(input);
    own?.detach?.();
    if (own !== undefined) own.detach = null;
  },
};
