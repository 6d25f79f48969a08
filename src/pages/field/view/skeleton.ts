type Attributes = Readonly<Record<string, string>>;

/**
 * The elements of the field's shadow tree, without texts. They are made one by one, since a page
 * with `require-trusted-types-for 'script'` takes no markup.
 */
export function skeleton(): HTMLElement[] {
  const input = make('input', {
    id: 'input',
    part: 'input',
    type: 'text',
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': 'list',
    'aria-describedby': 'hint',
    autocomplete: 'off',
    autocapitalize: 'words',
    spellcheck: 'false',
    enterkeyhint: 'done',
  });
  const popup = make('div', { class: 'popup', part: 'list', 'aria-busy': 'false', hidden: '' }, [
    make('p', { class: 'note', part: 'note', hidden: '' }),
    make('ul', { id: 'list', role: 'listbox' }),
    make('p', { class: 'attribution', part: 'attribution' }),
  ]);
  const group = (name: string, labelledBy: string, children: HTMLElement[]) =>
    make('div', { class: name, part: name, role: 'group', 'aria-labelledby': labelledBy, hidden: '' }, children);
  return [
    make('div', { class: 'search' }, [
      make('label', { part: 'label', for: 'input' }),
      make('div', { class: 'box' }, [input, popup]),
    ]),
    group('manual', 'by-hand', [make('p', { id: 'by-hand' }), make('button', { type: 'button', part: 'search' })]),
    make('p', { class: 'hint', id: 'hint', part: 'hint', hidden: '' }),
    group('question', 'asked', [
      make('p', { id: 'asked' }),
      make('button', { type: 'button', class: 'yes', part: 'yes' }),
      make('button', { type: 'button', part: 'no' }),
    ]),
    make('div', { class: 'status', role: 'status' }),
  ];
}

function make(tag: string, attributes: Attributes, children: readonly HTMLElement[] = []): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
