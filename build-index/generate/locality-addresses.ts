import { type AddressDraft, createDraft, type DraftStreet, type GeocodeSet } from './address-draft.ts';
import type { AddressWriter, AliasType } from './address-writer.ts';
import { recentDay } from './dates.ts';
import type { BlockRange } from './mesh-blocks.ts';
import type { PlannedLocality } from './plan.ts';
import type { Random } from './random.ts';

const CONFIDENCES = [
  [0.685, 2],
  [0.143, 1],
  [0.172, 0],
] as const;
const WITHDRAWN_PER_CURRENT = 0.0665;
/** G-NAF holds a few addresses twice, with the same text. */
const REPEATED_PER_CURRENT = 0.00005;
const RETIRED_PER_CURRENT = 0.0107;

/**
 * Allots one locality's addresses: writes principals, their aliases, and in addition rows that are
 * not current (withdrawn by all contributors: confidence -1; or retired), in the real country's
 * shares.
 */
export class LocalityAddresses {
  readonly locality: PlannedLocality;
  readonly random: Random;
  readonly extras: Random;
  /** The next row. */
  readonly draft: AddressDraft;
  /** A retired street, for retired addresses. */
  retiredStreet: DraftStreet | null = null;
  /** The primary of the secondaries being made; '' if they have none. */
  primary = '';
  /** Addresses reserved for those still to come. */
  reserved = 0;
  private readonly writer: AddressWriter;
  private readonly blocks: BlockRange;
  private made = 0;

  constructor(locality: PlannedLocality, blocks: BlockRange, writer: AddressWriter, random: Random, extras: Random) {
    this.locality = locality;
    this.blocks = blocks;
    this.writer = writer;
    this.random = random;
    this.extras = extras;
    this.draft = createDraft(undefined as unknown as DraftStreet);
  }

  /** Current addresses still to be made. */
  get remaining(): number {
    return this.locality.addresses - this.made - this.reserved;
  }

  /** Writes the draft as a principal address; returns its site, or -1 when the locality is full. */
  principal(): number {
    if (this.remaining <= 0) return -1;
    const { draft, random } = this;
    draft.confidence = random.weighted(CONFIDENCES);
    draft.block = this.block();
    const site = this.writer.principal(draft);
    this.made++;
    const pid = this.writer.lastPid;
    if (random.chance(REPEATED_PER_CURRENT) && this.remaining > 0) {
      this.writer.principal(draft);
      this.made++;
    }
    if (random.chance(WITHDRAWN_PER_CURRENT)) this.notCurrent(pid, '');
    if (random.chance(RETIRED_PER_CURRENT)) this.notCurrent(pid, recentDay(random));
    this.writer.lastPid = pid;
    return site;
  }

  /**
   * Writes the draft as a principal address on the site of another; returns the site, or -1 when
   * the locality is full.
   */
  principalOnSite(site: number): number {
    if (this.remaining <= 0) return -1;
    this.draft.confidence = this.random.weighted(CONFIDENCES);
    this.draft.block = this.block();
    this.writer.onSite(this.draft, site, false);
    this.made++;
    return site;
  }

  /** PID of the principal written last. */
  get lastPid(): string {
    return this.writer.lastPid;
  }

  /** Writes the draft as an alias of `principal`. */
  alias(principal: string, site: number, type: AliasType): void {
    if (this.remaining <= 0) return;
    this.draft.confidence = this.random.weighted(CONFIDENCES);
    const alias = this.writer.onSite(this.draft, site, true);
    this.made++;
    this.writer.relateAlias(principal, alias, type, '');
    this.writer.lastPid = principal;
  }

  /** Links a secondary address to the primary, if there is one. */
  secondary(secondary: string): void {
    if (this.primary !== '') this.writer.relateSecondary(this.primary, secondary, '');
  }

  private block(): number {
    const { count, first } = this.blocks;
    return first + Math.min(count - 1, Math.floor((this.made * count) / this.locality.addresses));
  }

  /**
   * A row like the draft, withdrawn (if `retired` is empty) or retired on that day; half of them
   * differ in their number.
   */
  private notCurrent(current: string, retired: string): void {
    const { draft, random } = this;
    const { number, numberSuffix, last, street, geocodes, buildingName } = draft;
    const isVariant = random.chance(0.5);
    if (isVariant && number >= 0) {
      if (last >= 0) draft.last = -1;
      else if (random.chance(0.5)) draft.numberSuffix = numberSuffix === '' ? random.pick(['A', 'B', 'C']) : '';
      else draft.number = number + 2 * random.between(1, 40);
    }
    if (retired !== '' && this.retiredStreet && random.chance(0.3)) {
      draft.street = this.retiredStreet;
      draft.geocodes = GEOCODES_OF_RETIRED;
    }
    draft.retired = retired;
    draft.confidence = retired === '' ? -1 : random.pick([-1, -1, 0, 1, 2]);
    if (random.chance(0.06)) {
      const site = this.writer.principal(draft);
      this.writer.relateAlias(current, this.writer.onSite(draft, site, true), 'SYN', retired);
    } else {
      this.writer.principal(draft);
      if (draft.role === 'S' && this.primary !== '') {
        this.writer.relateSecondary(this.primary, this.writer.lastPid, retired);
      }
    }
    draft.retired = '';
    draft.number = number;
    draft.numberSuffix = numberSuffix;
    draft.last = last;
    draft.street = street;
    draft.geocodes = geocodes;
    draft.buildingName = buildingName;
  }
}

const GEOCODES_OF_RETIRED: GeocodeSet = ['FCS'];
