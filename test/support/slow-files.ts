/**
 * Tests that `npm test` leaves to `npm run test:all`, which CI runs: they take half of the whole
 * suite's processor time, start browsers, install packages, or kill and damage what a change
 * seldom touches. A path that is named on the command line runs wherever it is.
 */
export const SLOW_FILES: readonly string[] = [
  // Pages and maps, in a browser.
  'test/pages/**',
  // Servers and sidecars that are killed, replaced or starved, and what they wrote, damaged.
  'test/billing/credits/faults/**',
  'test/billing/credits/{leases,fleet}.test.ts',
  'test/service/server/{hog,index-damage,kubernetes,new-version,overwritten-index,service-manager,supervision}.test.ts',
  'test/service/http/overload.test.ts',
  'test/build-index/{builder-killed,verify-corrupted}.test.ts',
  'test/lists/match/resume.test.ts',
  'test/service/release/activation.test.ts',
  'test/billing/ledger/backup.test.ts',
  // Blocks of the documents, each a shell and some programs.
  'test/{readme-commands,shell-blocks}.test.ts',
  // The build, of a copy of the tree.
  'test/build.test.ts',
  // Packages as they are published, and the tool that changes code at random.
  'test/clients/package.test.ts',
  'test/checks/packages/**',
  'test/checks/mutate/**',
];
