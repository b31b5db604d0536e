/** `rsaEncryption` without parameters, as every RSA key names itself. */
const rsaEncryption = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00]
const [sequence, bitString, integer] = [0x30, 0x03, 0x02]

interface Span {
  start: number
  end: number
}

/** Where the content of a DER value stands that begins here; undefined where there is none of that kind. */
function contentAt(bytes: Uint8Array, at: number, tag: number, end: number): Span | undefined {
  if (bytes[at] !== tag) return undefined
  const first = bytes[at + 1] ?? 0xff
  const lengthBytes = first < 0x80 ? 0 : first - 0x80
  // Longer ones than 64 KB are no keys.
  if (lengthBytes > 2) return undefined
  const start = at + 2 + lengthBytes
  const length =
    lengthBytes === 0 ? first : bytes.subarray(at + 2, start).reduce((sum, b) => sum * 256 + b, 0)
  return start + length <= end ? { start, end: start + length } : undefined
}

/**
 * How many bits a public RSA key has that is given in DER (`SubjectPublicKeyInfo`); undefined for anything else, also
 * where something is missing at its end or follows it.
 */
export function rsaBits(bytes: Uint8Array): number | undefined {
  const whole = contentAt(bytes, 0, sequence, bytes.length)
  if (whole?.end !== bytes.length) return undefined
  const algorithm = contentAt(bytes, whole.start, sequence, whole.end)
  if (!algorithm || algorithm.end - algorithm.start !== rsaEncryption.length) return undefined
  if (rsaEncryption.some((byte, index) => bytes[algorithm.start + index] !== byte)) return undefined
  const bits = contentAt(bytes, algorithm.end, bitString, whole.end)
  if (bits?.end !== whole.end || bytes[bits.start] !== 0) return undefined
  const key = contentAt(bytes, bits.start + 1, sequence, bits.end)
  const modulus = key?.end === bits.end ? contentAt(bytes, key.start, integer, key.end) : undefined
  const exponent = modulus && key ? contentAt(bytes, modulus.end, integer, key.end) : undefined
  if (!modulus || exponent?.end !== bits.end || exponent.end === exponent.start) return undefined
  const first = bytes[modulus.start] === 0 ? modulus.start + 1 : modulus.start
  const top = bytes[first] ?? 0
  return first < modulus.end && top > 0 ? (modulus.end - first - 1) * 8 + (32 - Math.clz32(top)) : undefined
}
