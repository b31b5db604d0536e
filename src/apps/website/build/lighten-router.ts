import type { Plugin } from 'vite'

const naming = /^\w+\.displayName = .*;$/gm
/** As a statement: what it says in the browser's console is for developers, and nobody reads it there. */
const warning = /^(\t{1,9})(warning(?:Once)?\()/gm
const making = /^(const \w+ = )(React\$1\.(?:forwardRef|createContext)\()/gm

/**
 * Lets the build leave out the components of the router that no page uses, forms above all: their names for developers'
 * tools count as use, and so does making them, as long as nothing says that it does nothing else. Its warnings to
 * developers stay away as well: a part of every page's first file.
 */
export function lightenRouter(): Plugin {
  return {
    name: 'lighten-router',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/react-router\//, code: /\.displayName|\bwarning/ },
      handler: (code) => ({
        code: code
          .replace(naming, '')
          .replace(making, '$1/* @__PURE__ */ $2')
          .replace(warning, '$1/* @__PURE__ */ $2'),
        map: null,
      }),
    },
  }
}
