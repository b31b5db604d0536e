import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { browserFloor } from './browser-floor.ts'

/** The floor as a sentence has it. */
const floorIn = (path: string): string[] => {
  const text = readFileSync(path, 'utf8')
  const [, chromium, firefox, safari] =
    /Chrome (?:and|or) Edge ([\d.]+), Firefox ([\d.]+), Safari ([\d.]+), (?:and|or) newer\./.exec(text) ?? []
  return [`chrome${chromium}`, `edge${chromium}`, `firefox${firefox}`, `safari${safari}`]
}

test.each(['README.md', 'src/apps/website/start-guard.ts'])(
  '%s names the oldest browsers that the pages are built for',
  (path) => expect(floorIn(path)).toEqual(browserFloor),
)
