import { h } from '../playground/dom.ts';

const CHOSEN = 'letterbox-language';

/**
 * Turns parts of a page into tabs: `data-tabs` labels a group, `data-tab` each part. Left and
 * Right, Home and End go through them; the choice is remembered, also for other pages.
 */
export function makeTabs(): void {
  let made = 0;
  for (const group of document.querySelectorAll<HTMLElement>('[data-tabs]')) {
    const panels = [...group.querySelectorAll<HTMLElement>('[data-tab]')];
    const label = group.dataset.tabs ?? '';
    const buttons = panels.map((panel) => {
      const name = `tab-${made++}`;
      panel.id = `${name}-panel`;
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', name);
      panel.querySelector('h3')?.remove();
      return h('button', { type: 'button', role: 'tab', id: name, 'aria-controls': panel.id }, panel.dataset.tab);
    });
    const select = (at: number) => {
      buttons.forEach((button, i) => {
        button.setAttribute('aria-selected', String(i === at));
        button.tabIndex = i === at ? 0 : -1;
        panels[i].hidden = i !== at;
      });
    };
    const choose = (at: number) => {
      select(at);
      localStorage.setItem(CHOSEN, panels[at].dataset.tab ?? '');
    };
    buttons.forEach((button, i) => {
      button.addEventListener('click', () => choose(i));
      button.addEventListener('keydown', (event) => {
        const last = buttons.length - 1;
        const targets: Readonly<Record<string, number>> = {
          ArrowRight: i === last ? 0 : i + 1,
          ArrowLeft: i === 0 ? last : i - 1,
          Home: 0,
          End: last,
        };
        const target = targets[event.key];
        if (target === undefined) return;
        event.preventDefault();
        choose(target);
        buttons[target].focus();
      });
    });
    group.classList.add('tabs');
    group.prepend(h('div', { role: 'tablist', 'aria-label': label }, buttons));
    const chosen = panels.findIndex(({ dataset }) => dataset.tab === localStorage.getItem(CHOSEN));
    select(Math.max(0, chosen));
  }
}
