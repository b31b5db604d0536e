import { loadConfig } from './config/config.ts'
import { openDependencies } from './open-dependencies.ts'
import { commands } from './operator/commands.ts'
import { runCommand } from './operator/run-command.ts'
import { createLog } from './telemetry/log.ts'

/** The operator's command line. Works beside a running product and without one. */
const config = loadConfig()
let close = async () => {}
const { exitCode, out, err } = await runCommand(
  commands,
  process.argv.slice(2),
  async () => {
    const opened = await openDependencies({ config, log: createLog('error'), whenOwned: 'join' })
    close = opened.close
    return opened.deps
  },
  console.error,
)
if (out) console.log(out)
if (err) console.error(err)
await close()
process.exitCode = exitCode
