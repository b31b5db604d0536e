import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bisonRefusal,
  checkBisonLookup,
  checkInstantlyLookup,
  instantlyLookupMessages,
  instantlyRefusal,
  orderEditLookupMessages,
  parseBisonWorkspaces,
  parseInstantlyWorkspaces,
} from './workspace-lookup.ts'

describe('asking a Bison', () => {
  test.each([
    [{ url: '', apiKey: 'k' }, 'Please enter a Bison URL'],
    [{ url: 'nonsense', apiKey: 'k' }, 'Please enter a valid Bison URL'],
    [{ url: 'send.acme.com', apiKey: ' ' }, 'Please enter your API key'],
  ])('%j is refused with %j', (typed, message) => {
    const outcome = checkBisonLookup(typed)
    expect(outcome.ok ? outcome.value : outcome.problem.message).toBe(message)
  })

  test('needs an address, whose scheme may be left out, and a key', () => {
    expect(checkBisonLookup({ url: 'send.acme.com/x', apiKey: ' k ' })).toEqual({
      ok: true,
      value: { url: 'https://send.acme.com', apiKey: 'k' },
    })
  })

  test('gives its workspaces', () => {
    const data = [{ id: 54, name: 'Client A' }, { id: 'b', name: 'Client B', main: true }, { id: 7 }, null]
    expect(parseBisonWorkspaces({ data })).toEqual({
      ok: true,
      value: [
        { id: '54', name: 'Client A' },
        { id: 'b', name: 'Client B' },
      ],
    })
  })

  test.each([
    [{ data: [] }, 'No workspaces found in the response'],
    [{ data: [{}] }, 'No workspaces found in the response'],
    [{}, 'Unexpected response format from API'],
    [null, 'Unexpected response format from API'],
    ['<html>', 'Unexpected response format from API'],
  ])('that answers %j: %j', (answer, message) => {
    expect(parseBisonWorkspaces(answer)).toMatchObject({ ok: false, problem: { message } })
  })

  test('that refuses is quoted', () => {
    expect(bisonRefusal({ status: 401, statusText: 'Unauthorized', message: 'Unauthenticated.' })).toBe(
      'Failed to fetch workspaces (401): Unauthenticated.',
    )
    expect(bisonRefusal({ status: 500, statusText: 'Server Error' })).toBe('API error: 500 Server Error')
  })
})

describe('asking Instantly', () => {
  test('needs username and password', () => {
    expect(checkInstantlyLookup({ username: 'jane', password: '' })).toMatchObject({
      problem: { message: 'Please enter your username and password' },
    })
    expect(checkInstantlyLookup({ username: 'jane', password: 'p' }).ok).toBe(true)
  })

  test.each([
    [{ id: 'w', name: 'Acme' }],
    [[{ workspace_id: 'w', workspace_name: 'Acme' }]],
    [[{ id: 'w', name: 'Acme' }, {}]],
  ])('gives its workspace: %j', (answer) => {
    expect(parseInstantlyWorkspaces(answer, instantlyLookupMessages)).toEqual({
      ok: true,
      value: [{ id: 'w', name: 'Acme' }],
    })
  })

  test('that has none, or refuses, says so', () => {
    expect(parseInstantlyWorkspaces([], instantlyLookupMessages)).toMatchObject({
      problem: { message: 'No workspace found in the response' },
    })
    const refused = { status: 401, text: 'Unauthorized', message: 'bad key' }
    const silent = { status: 502, text: 'Bad Gateway' }
    expect(instantlyRefusal(refused, instantlyLookupMessages)).toBe(
      'Failed to fetch workspace (401): bad key',
    )
    expect(instantlyRefusal(silent, instantlyLookupMessages)).toBe('API error: 502 Bad Gateway')
  })

  test('says why in the words of the form that corrects an order', () => {
    expect(parseInstantlyWorkspaces([], orderEditLookupMessages)).toMatchObject({
      problem: { message: 'No workspaces found in the response' },
    })
    expect(
      instantlyRefusal({ status: 401, text: 'Unauthorized', message: 'bad key' }, orderEditLookupMessages),
    ).toBe('API error: bad key')
    expect(instantlyRefusal({ status: 502, text: 'Bad Gateway' }, orderEditLookupMessages)).toBe('API error')
  })
})

test('no answer whatever breaks the reading', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (answer) => {
      for (const outcome of [
        parseBisonWorkspaces(answer),
        parseInstantlyWorkspaces(answer, instantlyLookupMessages),
      ])
        if (outcome.ok) for (const each of outcome.value) expect(each.id && each.name).toBeTruthy()
    }),
  )
})
