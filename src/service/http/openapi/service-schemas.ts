import { count, nullable, object, oneOf, type Schema, string } from '../../../system/schema.ts';

const moment = (description: string): Schema => ({ type: 'string', format: 'date-time', description });

/** What `/healthz` and `/readyz` say of the credit sidecar, if there is one. */
const SIDECAR: Readonly<Record<string, Schema>> = {
  sidecar: oneOf(['running', 'silent'], 'Whether the credit sidecar gives signs of life. Only with accounts.'),
  ledger: oneOf(['reachable', 'away'], 'Usage waits in the counter file while the ledger is away. Only with accounts.'),
  drained_at: nullable(
    moment('When all usage was last in the ledger; null before the first time. Only with accounts.'),
  ),
  accounts_set_aside: count(
    'Accounts whose rows in the ledger cannot be used or are held by somebody; the log names them. Only with accounts.',
  ),
  counters_quarantined: count(
    'Counters that were found damaged and taken out of use, since the counter file was made; the log says what they held. Only with accounts.',
  ),
  clock_off_ms: {
    type: 'integer',
    description:
      "Milliseconds by which this machine's clock is ahead of the ledger's (negative: behind); 0 while they agree within 5 s. Periods do not roll over here while they do not. Only with accounts.",
  },
};
const WITH_ACCOUNTS = Object.keys(SIDECAR);

const VERSION_OF_PROGRAM = string('Version of the program; that of the interface is `info.version` of this document.');

/** The schemas of the answers about the service itself. */
export const SERVICE_SCHEMAS: Readonly<Record<string, Schema>> = {
  Health: object(
    'The process lives.',
    { status: oneOf(['ok'], 'Always `ok`.'), version: VERSION_OF_PROGRAM, ...SIDECAR },
    WITH_ACCOUNTS,
  ),
  Ready: object(
    'The service answers requests.',
    {
      status: oneOf(['ready'], 'Always `ready`.'),
      version: VERSION_OF_PROGRAM,
      release: string('G-NAF release of the index.'),
      asgs: nullable(
        string('Year of the edition of the ASGS that mesh blocks and SA1 to SA4 are of; null without mesh blocks.'),
      ),
      addresses: count('Address records in the index.'),
      attribution: string('Whose data it is: to be said wherever answers are shown or passed on.'),
      ...SIDECAR,
    },
    WITH_ACCOUNTS,
  ),
  Attribution: object('Whose data it is.', {
    attribution: string('What the licences of the data ask to be said wherever answers are shown or passed on.'),
  }),
  NotReady: object(
    'The service is not to be sent requests.',
    {
      status: oneOf(
        ['stopping', 'no sidecar'],
        '`stopping`: it finishes what is in flight. `no sidecar`: keys and plans do not reach it.',
      ),
      ...SIDECAR,
    },
    WITH_ACCOUNTS,
  ),
};
