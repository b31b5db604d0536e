/** Bytes at first; what most lists of orders need. */
const firstSize = 1 << 18
/** Longer ones are not kept for the next text, nor more of them than are written at once. */
const keptSize = 1 << 20
const keptCount = 16

const free: Buffer[] = []

/**
 * A text that is written piece by piece, as UTF-8, into bytes that the next one uses again. Made anew for every answer
 * under load, such large pieces of memory have V8 collect its whole heap twenty times a second.
 */
export class ScratchText {
  #bytes = free.pop() ?? Buffer.allocUnsafeSlow(firstSize)
  #length = 0

  add(piece: string): void {
    // No character of a string takes more than three bytes.
    const most = this.#length + piece.length * 3
    if (most > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(most, this.#bytes.length * 2))
      this.#bytes.copy(larger, 0, 0, this.#length)
      this.#bytes = larger
    }
    this.#length += this.#bytes.write(piece, this.#length)
  }

  /** What was written so far; nobody's any more once it is released. */
  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  release(): void {
    if (this.#bytes.length <= keptSize && free.length < keptCount) free.push(this.#bytes)
    this.#bytes = Buffer.alloc(0)
    this.#length = 0
  }
}
