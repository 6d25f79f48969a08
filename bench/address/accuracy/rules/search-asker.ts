import { streetOf } from '../../../../src/address/index/address.ts';
import type { AddressIndex } from '../../../../src/address/index/open.ts';
import { JsonBytes } from '../../../../src/address/operations/json-bytes.ts';
import { writeAddressHead } from '../../../../src/address/operations/standard-record.ts';
import { findBest } from '../../../../src/address/search/find-best.ts';
import type { Candidate } from '../../../../src/address/search/score/candidates.ts';
import { qualityOf } from '../../../../src/address/search/score/score.ts';
import { suggest } from '../../../../src/address/search/suggest.ts';
import type { Answer, Asks } from '../asker.ts';
import { answerText } from '../universe/universe.ts';
import type { Policies } from './policies.ts';

/** Asks the search itself, with policies that the operations do not offer. */
export class SearchAsker implements Asks {
  private readonly out = new JsonBytes();
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });

  constructor(
    readonly index: AddressIndex,
    private readonly policies: Policies,
  ) {}

  /** The one best record for a line, or for an address in parts; or null. */
  validate(asked: Parameters<typeof findBest>[1]): Answer | null {
    const found = findBest(this.index, asked, {}, this.policies.whole);
    return found === null ? null : this.answer(found.candidate, found.score.score);
  }

  /** The suggestions, best first. */
  autocomplete(q: string): Answer[] {
    const options = { limit: 5, state: -1, near: null, policy: this.policies.typing };
    return suggest(this.index, q, options).map(({ candidate, score }) => this.answer(candidate, score));
  }

  explain(): string {
    return '';
  }

  private answer({ ordinal }: Candidate, score: number): Answer {
    this.out.reset();
    this.out.ascii('{');
    writeAddressHead(this.index, this.out, ordinal, streetOf(this.index, ordinal));
    this.out.ascii('}');
    const head = JSON.parse(this.decoder.decode(this.out.view())) as Omit<
      Answer,
      'text' | 'serviceMatchScore' | 'serviceMatchQuality'
    >;
    const text = answerText(head.addressLabel, head.localityName, head.state, head.postcode);
    return { ...head, serviceMatchScore: score, serviceMatchQuality: qualityOf(score), text };
  }
}
