/** The button that opens the menu where it has no room, and the entry of this page in sight. */
export function startMenu(): void {
  const button = document.getElementById('menu-button');
  const menu = document.getElementById('menu');
  if (button === null || menu === null) return;
  const open = (isOpen: boolean) => {
    button.setAttribute('aria-expanded', String(isOpen));
    menu.toggleAttribute('data-open', isOpen);
  };
  button.addEventListener('click', () => open(button.getAttribute('aria-expanded') !== 'true'));
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || button.getAttribute('aria-expanded') !== 'true') return;
    open(false);
    button.focus();
  });
  const here = menu.querySelector<HTMLElement>('[aria-current]');
  if (here !== null && here.offsetTop + here.offsetHeight > menu.clientHeight)
    menu.scrollTop = here.offsetTop - menu.clientHeight / 2;
}
