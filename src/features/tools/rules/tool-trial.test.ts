import { expect, test } from 'vitest'
import type { ConnectedTool } from './sending-tools.ts'
import { trialTexts } from './tool-trial.ts'

test.each<[ConnectedTool, string | undefined, Record<string, string>, string]>([
  ['smartlead', undefined, { apiKey: 'k' }, 'Key works'],
  ['instantly', 'Main', { apiKey: 'k', password: '' }, 'Key works, workspace Main'],
  [
    'instantly',
    'Main',
    { apiKey: 'k', password: 'p' },
    'Key works, workspace Main; not tried: Password, first used when mailboxes are connected',
  ],
  [
    'smartlead',
    undefined,
    { apiKey: 'k', password: 'p', oauthLink: 'l' },
    'Key works; not tried: Password, OAuth Link, first used when mailboxes are connected',
  ],
  [
    'bison',
    'Main',
    { apiKey: 'k', password: 'p', appId: 'a' },
    'Key works, workspace Main; not tried: Password, App ID, first used when mailboxes are connected',
  ],
])(
  '%s in workspace %s with %j: says what was tried, and of the rest when it is first used',
  (tool, workspace, values, text) => {
    expect(trialTexts.works(tool, workspace, values)).toBe(text)
  },
)
