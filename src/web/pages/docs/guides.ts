import beyond from './guides/beyond-the-specification.md';
import browserKeys from './guides/browser-keys.md';
import credits from './guides/credits.md';
import errors from './guides/errors.md';
import licence from './guides/licence.md';
import limits from './guides/limits.md';
import matchQuality from './guides/match-quality.md';
import quickStart from './guides/quick-start.md';

/** The guides in Markdown, in the order in which they are read. Each begins with its title. */
export const GUIDES: readonly string[] = [
  quickStart,
  matchQuality,
  credits,
  errors,
  limits,
  browserKeys,
  beyond,
  licence,
];
