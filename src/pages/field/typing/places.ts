import { type Operation, ServiceError } from '../service/address-service.ts';
import type { Asking } from '../service/asking.ts';
import type { Settings } from '../settings.ts';

/** A locality that a text alone is, or begins. */
export interface Place {
  readonly localityName: string;
  readonly state: string | null;
  /** Null where it has several. */
  readonly postcode: string | null;
}

/** The part of an answer of a lookup that the field reads. */
interface Localities {
  readonly localities: readonly {
    readonly name: string;
    readonly state: string | null;
    readonly postcodes?: readonly string[];
  }[];
}

const MOST_PLACES = 3;
/** More are asked for, since aliases of others begin so too. */
const MOST_ASKED = '9';
/** How long suggestions wait for the places above them, ms. */
const LONGEST_MS = 2000;
/** A key that may look nothing up, and a proxy that does not know the operation. */
const REFUSALS = [403, 404];

/**
 * The places that a text alone means: those of a postcode, or those whose name it begins. A service
 * that refuses to look one up is not asked again, as publishable keys may allow no lookups.
 */
export class Places {
  readonly #settings: Settings;
  readonly #asking: Asking;
  readonly #known = new Map<string, readonly Place[]>();

  constructor({ settings, asking }: { readonly settings: Settings; readonly asking: Asking }) {
    this.#settings = settings;
    this.#asking = asking;
  }

  /** What is known of a text by now. */
  known(text: string): readonly Place[] {
    return this.#known.get(text.trim()) ?? [];
  }

  /** Whether a text is to be looked up: four digits, or at least three letters that may begin a place. */
  mayBe(text: string): boolean {
    const q = text.trim();
    const isNone = [...this.#known].some(([shorter, places]) => places.length === 0 && q.startsWith(shorter));
    return !isNone && !this.#known.has(q) && /^(?:\d{4}|\D{3,})$/.test(q);
  }

  /** Looks a text up that may be a place. */
  async look(text: string): Promise<void> {
    if (!this.mayBe(text)) return;
    const q = text.trim();
    const isPostcode = /^\d/.test(q);
    const { state } = this.#settings.suggestParameters(q);
    const [operation, parameters]: [Operation, Record<string, string>] = isPostcode
      ? ['lookup/postcode', { postcode: q }]
      : ['lookup/locality', { q, limit: MOST_ASKED, ...(state && { state }) }];
    try {
      const { localities } = await this.#asking.lookUp<Localities>(operation, parameters, LONGEST_MS);
      const meant = localities.filter(({ name }) => isPostcode || name.startsWith(q.toUpperCase()));
      this.#known.set(
        q,
        meant.slice(0, MOST_PLACES).map(({ name, state, postcodes = [q] }) => ({
          localityName: name,
          state,
          postcode: postcodes.length === 1 ? postcodes[0] : null,
        })),
      );
    } catch (error) {
      // The beginning of every text.
      if (error instanceof ServiceError && REFUSALS.includes(error.status)) this.#known.set('', []);
    }
  }
}
