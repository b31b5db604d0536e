import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConsoleName } from '#ui/console/frame/console-name.tsx'
import { StaffStrip } from '#ui/console/frame/staff-strip.tsx'
import { configQuery } from '#ui/frame/config.ts'

interface SignInFrameProps {
  title: string
  about: ReactNode
  children: ReactNode
}

/** One step of the way into the console. */
export function SignInFrame({ title, about, children }: SignInFrameProps) {
  const { data: config } = useQuery(configQuery)
  return (
    <div className="flex min-h-dvh flex-col">
      <header>
        <StaffStrip />
        <div className="flex h-bar items-center px-gutter">
          <ConsoleName productName={config?.productName} />
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-form grow flex-col justify-center px-gutter pb-bar outline-none sm:px-0"
      >
        <h1 className="text-page-title">{title}</h1>
        <div className="mt-1 text-muted">{about}</div>
        {children}
      </main>
    </div>
  )
}
