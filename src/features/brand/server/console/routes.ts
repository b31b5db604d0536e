import type { Routes } from '#base/http/binding.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import * as api from '../../api/console-brand.ts'
import { listVersions } from './list-versions.ts'
import { restoreBrand, saveBrand } from './save-brand.ts'
import { storePicture } from './store-picture.ts'

const inWords = new Intl.ListFormat('en')

/** Name, look and words of the installation. */
export function brandRoutes(deps: Dependencies): Routes {
  const { brand } = deps
  return (bind) => {
    bind(api.consoleBrand, async () => {
      // What another process has just changed may not have been told yet.
      await brand.reload()
      return { version: brand.version, brand: brand.now, versions: await listVersions(deps) }
    })

    bind(api.saveBrand, async ({ body, staff }) => {
      const { version, changes } = await saveBrand(deps, body, staff)
      return { version, message: `Saved as version ${version}: ${inWords.format(changes)}.` }
    })

    bind(api.restoreBrand, async ({ body, staff }) => {
      const { version, changes } = await restoreBrand(deps, body, staff)
      return {
        version,
        message: `Version ${body.version} is back, as version ${version}: ${inWords.format(changes)}.`,
      }
    })

    bind(api.addBrandPicture, ({ body }) => storePicture(deps, body.data))
  }
}
