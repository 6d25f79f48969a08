/**
 * What the search asks of an address before anything else, in one element of `addressHead`: its
 * number code, above three facts. So the addresses of a street ascend by it as they do by number,
 * and a record without a unit and a building's name needs no further read until it is shown.
 */
const FACTS = 3;

/** The record is an alias of a principal, as in its flags (address-flags.ts). */
export const ALIAS_HEAD = 1;
/** The record has a unit or a level (`addressUnit`). */
export const UNIT_HEAD = 2;
/** Its detail (detail.ts) has the name of a building or site. */
export const NAMED_HEAD = 4;

/** The head of an address with a number code, below 2²⁸, and facts. */
export function packHead(number: number, facts: number): number {
  return (number << FACTS) | facts;
}

/** The number code of a head. */
export function numberIn(head: number): number {
  return head >>> FACTS;
}

/** The least head with a number code: heads of that code or a later one are no less. */
export function firstHead(number: number): number {
  return number << FACTS;
}

/** The least head of a later number code than that of a head. */
export function nextHead(head: number): number {
  return (head | ((1 << FACTS) - 1)) + 1;
}

/** Whether the address of a head is an alias. */
export function isAlias(head: number): boolean {
  return (head & ALIAS_HEAD) !== 0;
}

/** Whether the address of a head has a unit or a level. */
export function hasUnit(head: number): boolean {
  return (head & UNIT_HEAD) !== 0;
}

/** Whether the address of a head has the name of a building or site. */
export function hasName(head: number): boolean {
  return (head & NAMED_HEAD) !== 0;
}
