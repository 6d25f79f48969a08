/**
 * The shared strings of a workbook, packed as UTF-8 in one buffer and decoded on demand: a mesh block table has more
 * than 700 000 of them, most in columns that nobody reads.
 */
export class PackedStrings {
  private bytes = Buffer.allocUnsafe(1 << 16);
  private ends = new Uint32Array(1 << 12);
  private used = 0;
  length = 0;

  push(text: string): void {
    const most = this.used + text.length * 3;
    if (most > this.bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(most, this.bytes.length * 2));
      this.bytes.copy(grown, 0, 0, this.used);
      this.bytes = grown;
    }
    if (this.length === this.ends.length) {
      const grown = new Uint32Array(this.ends.length * 2);
      grown.set(this.ends);
      this.ends = grown;
    }
    this.used += this.bytes.write(text, this.used, 'utf8');
    this.ends[this.length++] = this.used;
  }

  /** The string at a position, or undefined outside the table. */
  at(index: number): string | undefined {
    if (!(index >= 0 && index < this.length)) return undefined;
    return this.bytes.toString('utf8', index === 0 ? 0 : this.ends[index - 1], this.ends[index]);
  }
}
