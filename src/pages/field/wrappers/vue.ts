import { defineComponent, h, onMounted } from 'vue';
import type { ChosenAddress, LetterboxAddress as Element, FieldError, ManualAddress } from '../letterbox-address.ts';

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
