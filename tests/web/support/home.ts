import { freePort } from '../../../scripts/local/process'
import { type Cast, seatCast } from '../../support/cast'
import { type Household, type HouseholdOptions, openHousehold } from '../../support/household'
import { clientFolder } from './client'

/** A household whose service listens on a port of its own and delivers the web client. */
export interface Home extends Household {
  url: string
  cast: Cast
  /** The service cannot be reached any more, as when the cable is pulled. */
  goDark(): Promise<void>
  /** It listens again, on the same port. */
  comeBack(): void
}

export interface HomeOptions extends HouseholdOptions {
  /** Where it listens, for those who have to know before; any free port otherwise. */
  port?: number
}

/** Without a `publicFolder` it delivers the run's own build of the client. */
export async function openHome(options: HomeOptions = {}): Promise<Home> {
  const publicFolder = options.publicFolder ?? (await clientFolder())
  const household = await openHousehold({ ...options, publicFolder })
  const cast = await seatCast(household.ctx)
  const { app } = household
  // A port of those that the system lends could be a connection's by the time it is listened on again.
  const port = options.port ?? (await freePort())
  const listen = () => app.listen({ port, hostname: '127.0.0.1', reusePort: false })
  listen()
  return {
    ...household,
    cast,
    url: `http://127.0.0.1:${port}`,
    goDark: async () => {
      await app.stop(true)
    },
    comeBack: () => void listen(),
    close: async () => {
      await app.stop(true)
      await household.close()
    },
  }
}
