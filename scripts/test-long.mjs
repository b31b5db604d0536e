// npm run test:long [-- NAME …]: what takes long and is no rule's only test: many random schedules, killed processes,
// floods. `npm test` has a smaller case of each kind.
import { main } from './lib/main.mjs'
import { runTests } from './lib/tests/run-tests.mjs'

main(() => runTests('test:long', process.argv.slice(2)))
