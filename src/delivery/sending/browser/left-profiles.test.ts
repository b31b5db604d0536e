import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { removeLeftProfiles } from './left-profiles.ts'

test('folders of browsers that have ended are removed, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'profiles-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [left, used] = ['playwright_chromiumdev_profile-left', 'playwright_chromiumdev_profile-used']
  for (const name of [left, used, 'something-else']) mkdirSync(join(folder, name))
  const browser = spawn(process.execPath, [
    '-e',
    'process.stdin.resume()',
    '--',
    `--user-data-dir=${join(folder, used)}`,
  ])
  await once(browser, 'spawn')
  await removeLeftProfiles(folder)
  expect(readdirSync(folder)).toHaveLength(3)
  await removeLeftProfiles(folder, 0)
  expect(readdirSync(folder).sort()).toEqual([used, 'something-else'])
  const ended = once(browser, 'exit')
  browser.kill('SIGKILL')
  await ended
  await removeLeftProfiles(folder, 0)
  expect(readdirSync(folder)).toEqual(['something-else'])
})
