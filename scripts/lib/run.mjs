import { spawn } from 'node:child_process'
import { childEnvironment, root } from './repository.mjs'
import { Stopped } from './stopped.mjs'

/**
 * Runs a program in the root of the checkout to its end, with our terminal as its own.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, quiet?: boolean }} [options] `quiet`: its output is shown only if it fails
 * @returns {Promise<number>} its exit code
 * @throws {Stopped} if it was quiet work of ours that a signal has ended: no failure of its own
 */
export function run(command, args, { env, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: childEnvironment(env),
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    })
    const output = []
    child.stdout?.on('data', (chunk) => output.push(chunk))
    child.stderr?.on('data', (chunk) => output.push(chunk))
    child.on('error', reject)
    let stoppedBy
    const forward = (signal) => {
      stoppedBy = signal
      child.kill(signal)
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, forward)
    child.on('close', (code, signal) => {
      for (const name of signals) process.off(name, forward)
      if (quiet && stoppedBy) return reject(new Stopped(stoppedBy))
      const failed = code !== 0
      if (failed && quiet) process.stderr.write(Buffer.concat(output))
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143))
    })
  })
}
