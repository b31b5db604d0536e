import { expect, test } from 'vitest'
import { type ChainLink, type LinkState, linkStates, whyNotSending } from './sending-chain.ts'

const link = (state: LinkState, n: number): ChainLink => ({
  id: `l${n}`,
  label: `Link${n}`,
  state,
  detail: `Detail ${n}.`,
  at: null,
  canDo: `Mend ${n}.`,
})
/** Every chain of up to five links. */
const chains = [1, 2, 3, 4, 5].flatMap((length) =>
  Array.from({ length: linkStates.length ** length }, (_, code) =>
    Array.from({ length }, (_, n) => link(linkStates[Math.floor(code / 4 ** n) % 4] ?? 'well', n)),
  ),
)
const isHeldUp = ({ state }: ChainLink) => state === 'broken' || state === 'waits'

test('the first link that is not well decides, whatever follows it', () => {
  for (const chain of chains.filter((each) => each.some(isHeldUp))) {
    const first = chain.find(isHeldUp) as ChainLink
    const { what, canDo } = whyNotSending(chain)
    expect(what).toContain(`${first.label.toLowerCase()}. ${first.detail}`)
    expect(canDo).toBe(first.canDo)
    for (const other of chain.filter((each) => each !== first && isHeldUp(each)))
      expect(what).not.toContain(other.detail)
  }
})

test('what is unknown is said to be so, and never called well', () => {
  for (const chain of chains) {
    const { what } = whyNotSending(chain)
    for (const { label, state } of chain)
      expect(what.split('Not known:')[1]?.includes(label.toLowerCase()) ?? false).toBe(state === 'unknown')
  }
})

test('only a chain of which every link is well is said to be sending', () => {
  for (const chain of chains)
    expect(whyNotSending(chain).what.startsWith('It should be sending')).toBe(
      chain.every(({ state }) => state === 'well'),
    )
})
