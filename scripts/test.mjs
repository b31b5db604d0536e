// npm test [-- NAME … | --changed [COMMIT]] [-g TITLE]: checks, unit and API tests, component tests, the build, and
// whole journeys in a real browser. With a name or --changed, those tests alone and no checks.
import { main } from './lib/main.mjs'
import { runTests } from './lib/tests/run-tests.mjs'

main(() => runTests('test', process.argv.slice(2)))
