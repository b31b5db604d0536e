import { expect, test } from 'vitest'
import { domainNameMessages } from './domain-name.ts'
import { parseWantedNames, wantedNamesMessages, wantedTextMaxLength } from './wanted-names.ts'

const selected = { azure: ['here.com'], google: ['there.com'] }
const read = (text: string) => parseWantedNames(text, { platform: 'azure', selected })
const many = (n: number) => Array.from({ length: n }, (_, index) => `name${index}.com`)

test('wanted names are read however they are apart, each once and in normal form', () => {
  expect(read(' One.com\r\ntwo.net,three.org; ONE.com\tfour.info')).toEqual({
    names: ['one.com', 'two.net', 'three.org', 'four.info'],
    refused: [],
  })
})

test('what cannot be looked at is named with its reason', () => {
  expect(read('fine.com\nno-hyphens.com\nword\nx.dev\nhere.com\nthere.com')).toEqual({
    names: ['fine.com'],
    refused: [
      { domain: 'no-hyphens.com', reason: domainNameMessages.lettersAndNumbers },
      { domain: 'word', reason: domainNameMessages.noTld },
      { domain: 'x.dev', reason: expect.stringContaining('Domain') },
      { domain: 'here.com', reason: 'Already added' },
      { domain: 'there.com', reason: 'Already added as Google' },
    ],
  })
})

test('nothing is looked at of nothing, of more than twenty names, or of endless text', () => {
  expect(read(' \n ').problem?.message).toBe(domainNameMessages.empty)
  expect(read(many(20).join('\n')).names).toEqual(many(20))
  for (const text of [many(21).join('\n'), 'a'.repeat(wantedTextMaxLength + 1)])
    expect(read(text)).toEqual({
      names: [],
      refused: [],
      problem: { code: 'too_many', message: wantedNamesMessages.tooMany },
    })
})
