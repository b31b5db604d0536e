import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ApiError, call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { configQuery } from '#ui/frame/config.ts'
import { Spinner } from '#ui/spinner.tsx'
import { Wordmark } from '#ui/wordmark.tsx'
import { openConnectLink } from '../../api/connecting.ts'
import { connectingMessages, connectPath } from '../../rules/connecting-texts.ts'
import { ConnectMailboxes } from './connect-mailboxes.tsx'
import { useOpenedPass } from './use-opened-pass.ts'

/** Where the operator's staff connect mailboxes: opened by a link, once, whose secret stands behind `#`. */
export function ConnectLinkPage() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const token = hash.slice(1)
  const { data: config } = useQuery(configQuery)
  const { opened, open } = useOpenedPass('link')
  const exchange = useQuery({
    queryKey: ['connect-link', token],
    queryFn: () => call(openConnectLink, { body: { token } }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
  const fresh = exchange.data
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link that was exchanged
  useEffect(() => {
    if (!fresh) return
    open(fresh)
    // It is used up, and does not have to be seen by whoever looks at the address.
    void navigate(connectPath, { replace: true })
  }, [fresh])
  const isOpening = token !== ''
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-bar items-center px-gutter">
        <Wordmark name={config?.productName} />
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-dialog grow flex-col px-gutter pb-bar outline-none"
      >
        {isOpening ? (
          <Opening error={exchange.error} retry={() => void exchange.refetch()} />
        ) : opened ? (
          <ConnectMailboxes
            key={opened.pass}
            opened={opened}
            over={<Ended>{connectingMessages.over}</Ended>}
            onward={null}
          />
        ) : (
          <div className="py-6">
            <h1 className="text-page-title">Connect mailboxes</h1>
            <div className="mt-6">
              <Ended>This page opens only from a link that was sent to you.</Ended>
            </div>
          </div>
        )}
      </main>
    </div>
  )
}

function Opening({ error, retry }: { error: Error | null; retry: () => void }) {
  if (!error)
    return (
      <p role="status" className="flex items-center gap-2 py-6 text-muted">
        <Spinner />
        Opening the link
      </p>
    )
  const isRefused = error instanceof ApiError
  return (
    <div role="alert" className="py-6">
      <h1 className="text-page-title">This link was not opened</h1>
      {isRefused && error.status === 403 ? (
        <div className="mt-2">
          <Ended>{error.message}</Ended>
        </div>
      ) : (
        <>
          <p className="mt-2 text-muted">{error.message}</p>
          <Button className="mt-6" onClick={retry}>
            Try again
          </Button>
        </>
      )}
    </div>
  )
}

/** Why there is nothing here, and how to get here again. */
const Ended = ({ children }: { children: ReactNode }) => (
  <div className="text-muted">
    <p>{children}</p>
    <p className="mt-2">Ask whoever sent you the link for a new one.</p>
    <ButtonLink to="/signin" reloadDocument className="mt-6">
      Sign in
    </ButtonLink>
  </div>
)

export { ConnectLinkPage as Component }
