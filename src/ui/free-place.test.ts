import { describe, expect, test } from 'vitest'
import { liftOver } from './free-place.ts'

const place = { left: 10, right: 350, top: 660, bottom: 720 }
const button = (top: number, left = 20) => ({ left, right: left + 100, top, bottom: top + 40 })
const options = { gap: 8, most: 500 }

describe('what lies over the page', () => {
  test('stays where nothing is below it', () => {
    expect(liftOver(place, [], options)).toBe(0)
    expect(liftOver(place, [button(100), button(670, 400)], options)).toBe(0)
  })

  test('goes up until it lies over no button, and not onto the next one', () => {
    expect(liftOver(place, [button(670)], options)).toBe(58)
    expect(liftOver(place, [button(670), button(640)], options)).toBe(88)
    expect(liftOver(place, [button(670), button(580)], options)).toBe(148)
    expect(liftOver(place, [button(580), button(670), button(540)], options)).toBe(188)
  })

  test('takes a gap that is large enough between two buttons', () => {
    expect(liftOver(place, [button(670), button(540)], options)).toBe(58)
  })

  test('has no place where everything above is taken', () => {
    const rows = Array.from({ length: 20 }, (_, row) => button(row * 50))
    expect(liftOver(place, rows, options)).toBeUndefined()
  })
})
