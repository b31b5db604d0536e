import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { Builder, By, Capabilities } from 'selenium-webdriver'
import { required } from '#base/text/required.ts'
import { freePorts } from '../server/free-ports.ts'
import type { Engine } from './engine.ts'
import { until } from './until.ts'

/** WebKit as GTK has it, in its own small browser, by WebDriver, on a display that nobody sees. It ends with us. */
export async function openWebKit(): Promise<Engine> {
  const started: ChildProcess[] = []
  const begin = (command: string, args: string[]) => {
    // In a group of its own: what it starts ends with it.
    const child = spawn(command, args, {
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, DISPLAY: display },
    })
    child.on('error', (error) => console.error(error.message))
    started.push(child)
  }
  const end = () => {
    process.off('exit', end)
    for (const { pid } of started.splice(0).reverse()) if (pid) process.kill(-pid, 'SIGKILL')
  }
  process.on('exit', end)
  const number = await freePorts(1)
  const display = `:${number}`
  try {
    begin('Xvfb', [display, '-screen', '0', '1280x900x24', '-nolisten', 'tcp'])
    await until('there is a display', () => existsSync(`/tmp/.X11-unix/X${number}`))
    begin('WebKitWebDriver', [`--port=${number}`])
    const server = `http://127.0.0.1:${number}`
    await until('the driver answers', async () => (await fetch(`${server}/status`)).ok)
    const binary = required(globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0], "WebKit's browser")
    const driver = await new Builder()
      .usingServer(server)
      .withCapabilities(
        new Capabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary, args: ['--automation'] },
        }),
      )
      .build()
    await driver.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 900 })
    return {
      // Not `back`: asked for it on a payment page, WebKit's driver answers nothing any more.
      goto: (url) => driver.get(url),
      run: (script) => driver.executeScript(script),
      press: async (selector) => {
        const origin = await driver.findElement(By.css(selector))
        await driver.actions().move({ origin }).click().perform()
      },
      type: (selector, text) => driver.findElement(By.css(selector)).sendKeys(text),
      screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
      close: async () => end(),
    }
  } catch (error) {
    end()
    throw error
  }
}
