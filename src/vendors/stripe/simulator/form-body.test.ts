import { expect, it } from 'vitest'
import { parseForm } from './form-body.ts'

it('nests brackets and turns counted keys into lists', () => {
  const body =
    'mode=subscription&line_items[0][price_data][currency]=usd&line_items[0][quantity]=2&line_items[1][quantity]=1'
  expect(parseForm(body)).toEqual({
    mode: 'subscription',
    line_items: [{ price_data: { currency: 'usd' }, quantity: '2' }, { quantity: '1' }],
  })
})

it('reads both spellings of a list', () => {
  expect(parseForm('expand[]=a&expand[]=b')).toEqual({ expand: ['a', 'b'] })
  expect(parseForm('expand[1]=b&expand[0]=a')).toEqual({ expand: ['a', 'b'] })
})

it('decodes values and keeps an empty one, which clears a field', () => {
  expect(parseForm('metadata[note]=a%26b+c&name=')).toEqual({ metadata: { note: 'a&b c' }, name: '' })
})

it('cannot reach an object’s prototype', () => {
  parseForm('a[__proto__][polluted]=yes')
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})
