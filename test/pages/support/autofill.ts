import type { Page } from 'playwright-core';

/** An address as a browser keeps it for its user, by the names of Chrome's fields. */
export const PROFILE: Readonly<Record<string, string>> = {
  NAME_FIRST: 'Ann',
  NAME_LAST: 'Lee',
  ADDRESS_HOME_LINE1: '1 Perth Street',
  ADDRESS_HOME_LINE2: 'Unit 101',
  ADDRESS_HOME_CITY: 'Sunnybank',
  ADDRESS_HOME_STATE: 'QLD',
  ADDRESS_HOME_ZIP: '4109',
  ADDRESS_HOME_COUNTRY: 'AU',
  EMAIL_ADDRESS: 'ann@example.com',
};

/**
 * Has Chrome fill a page's form as it would for somebody who chose an address of its own list at the
 * input: the events are trusted. Resolves to what it filled, by the ids or names of inputs.
 */
export async function autofill(
  page: Page,
  input: string,
  profile: Readonly<Record<string, string>> = PROFILE,
): Promise<Readonly<Record<string, string>>> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('DOM.enable');
  await protocol.send('Autofill.enable');
  const { root } = await protocol.send('DOM.getDocument');
  const { nodeId } = await protocol.send('DOM.querySelector', { nodeId: root.nodeId, selector: input });
  const { node } = await protocol.send('DOM.describeNode', { nodeId });
  const filled = new Promise<Readonly<Record<string, string>>>((resolve) => {
    protocol.on('Autofill.addressFormFilled', ({ filledFields }) =>
      resolve(Object.fromEntries(filledFields.map(({ id, name, value }) => [id || name, value]))),
    );
  });
  await page.locator(input).focus();
  const fields = Object.entries(profile).map(([name, value]) => ({ name, value }));
  await protocol.send('Autofill.trigger', { fieldId: node.backendNodeId, address: { fields } });
  const told = await filled;
  await protocol.detach();
  return told;
}
