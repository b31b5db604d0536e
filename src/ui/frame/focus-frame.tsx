import { Link, Outlet } from 'react-router'
import { Wordmark } from '../wordmark.tsx'
import { Frame } from './frame.tsx'
import { TopBar } from './top-bar.tsx'
import { useConfig } from './use-config.ts'

/** A page with one message in the middle: what became of a payment. */
export function FocusFrame() {
  const { productName } = useConfig()
  return (
    <Frame>
      <TopBar>
        <Link to="/dashboard" className="rounded-control">
          <Wordmark name={productName} />
          <span className="sr-only">, back to the dashboard</span>
        </Link>
      </TopBar>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-dialog grow flex-col justify-center px-gutter pt-8 pb-bar outline-none"
      >
        <Outlet />
      </main>
    </Frame>
  )
}
export { FocusFrame as Component }
