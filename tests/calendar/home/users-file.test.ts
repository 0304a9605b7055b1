import { describe, expect, test } from 'bun:test'
import { chmod, chown, lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freeUsername, usernameFrom } from '../../../src/calendar/home/username'
import { changeUsersFile, usernamesIn, withoutUsers, withUser } from '../../../src/calendar/home/users-file'
import { servers } from '../../support/servers'

const CODE = join(import.meta.dir, '../../../src/calendar/home/users-file.ts')
const OTHERS = '# ours\r\n\nada:$apr1$x$y\r\nno colon\nBen:plain:with colon\n  #ben:not a line\n'

describe('lines of the file of users', () => {
  const table: [string, string, string][] = [
    ['into an empty file', withUser('', 'cleo', 'h'), 'cleo:h\n'],
    ['at the end, on a line of its own', withUser('ada:x', 'cleo', 'h'), 'ada:x\ncleo:h\n'],
    ['after what nobody understands', withUser(OTHERS, 'ben', 'h'), `${OTHERS}ben:h\n`],
    ['in the place of the former one', withUser('a:1\nada:x\r\nb:2', 'ada', 'h'), 'a:1\nada:h\nb:2'],
    ['in the place of several', withUser('ada:1\nb:2\nada:3\n', 'ada', 'h'), 'ada:h\nb:2\n'],
    ['and away', withoutUsers(`${OTHERS}cleo:h`, ['cleo']), OTHERS],
    ['several away, of that very name alone', withoutUsers('ada:1\nad:2\nben:3\nADA:4', ['ada', 'ben']), 'ad:2\nADA:4'],
    ['none away', withoutUsers(OTHERS, ['cleo', '']), OTHERS],
  ]
  test.each(table)('go %s', (_, after, expected) => expect(after).toBe(expected))

  test('tell who is there', () => expect(usernamesIn(OTHERS)).toEqual(['ada', 'Ben']))
})

describe('names at the server', () => {
  const names: [string, string][] = [
    ['Ada', 'ada'],
    ['  Ada Lovelace ', 'ada-lovelace'],
    ['Jürgen Groß', 'jurgen-gross'],
    ['ada@example.org', 'ada-example.org'],
    ['../../etc/passwd', 'etc-passwd'],
    ['a:b\nroot:x', 'a-b-root-x'],
    ['Ａｄａ', 'ada'],
    ['李', 'member'],
    ['…', 'member'],
    ['', 'member'],
    ['x'.repeat(300), 'x'.repeat(32)],
    [`${'x'.repeat(31)} y`, 'x'.repeat(31)],
  ]
  test.each(names)('%j is %j', (name, expected) => expect(usernameFrom(name)).toBe(expected))

  test('are numbered where they are taken, whatever the case', () => {
    expect(freeUsername('ada', ['ben'])).toBe('ada')
    expect(freeUsername('ada', ['ADA', 'ada-2', 'ada-4'])).toBe('ada-3')
  })
})

describe('the file itself', () => {
  const fileWith = async (bytes: string | Buffer, mode = 0o640) => {
    const path = join(await servers.folder('users'), 'users')
    await writeFile(path, bytes)
    await chmod(path, mode)
    return path
  }
  const add = (path: string) => changeUsersFile(path, (text) => withUser(text, 'cleo', 'h'))
  const isRoot = process.getuid?.() === 0

  test('is made where there is none, for the server to read', async () => {
    const path = join(await servers.folder('users'), 'users')
    await changeUsersFile(path, (text) => text)
    expect(await readFile(path, 'utf8')).toBe('')
    expect((await stat(path)).mode & 0o777).toBe(0o644)
  })

  test('is replaced at once, with its rights and every byte of others', async () => {
    const others = Buffer.from([0x61, 0x3a, 0xff, 0xfe, 0x0a, 0xc3, 0xa9, 0x3a, 0x78])
    const path = await fileWith(others)
    const before = await stat(path)
    await add(path)
    expect(await readFile(path)).toEqual(Buffer.concat([others, Buffer.from('\ncleo:h\n')]))
    const after = await stat(path)
    expect([after.ino === before.ino, after.mode]).toEqual([false, before.mode])
    expect(await readdir(join(path, '..'))).toEqual(['users'])
  })

  test('stays what it is where nothing changes', async () => {
    const path = await fileWith('cleo:h\n')
    const before = await stat(path)
    await add(path)
    expect((await stat(path)).ino).toBe(before.ino)
  })

  test('stays a link', async () => {
    const path = await fileWith('ada:x\n')
    const link = `${path}-link`
    await symlink(path, link)
    await add(link)
    expect((await lstat(link)).isSymbolicLink()).toBe(true)
    expect(await readFile(path, 'utf8')).toBe('ada:x\ncleo:h\n')
  })

  test.skipIf(!isRoot)('keeps its owner', async () => {
    const path = await fileWith('ada:x\n')
    await chown(path, 2999, 2998)
    await add(path)
    const { uid, gid } = await stat(path)
    expect([uid, gid]).toEqual([2999, 2998])
  })

  test('is written in place where its folder is somebody else’s, as of a file that is mounted by itself', async () => {
    const path = await fileWith('ada:a long line that goes\nben:x\n', 0o666)
    const before = await stat(path)
    const folder = join(path, '..')
    await chmod(folder, 0o555)
    const change = `
      import { changeUsersFile, withoutUsers, withUser } from '${CODE}'
      await changeUsersFile(${JSON.stringify(path)}, (text) => withoutUsers(withUser(text, 'cleo', 'h'), ['ada']))`
    // The right of root to write everywhere is given up.
    const asNobody = isRoot ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : []
    const child = Bun.spawn([...asNobody, process.execPath, '-e', change], { stdio: ['ignore', 'ignore', 'pipe'] })
    expect({ exitCode: await child.exited, words: await child.stderr.text() }).toEqual({ exitCode: 0, words: '' })
    expect(await readFile(path, 'utf8')).toBe('ben:x\ncleo:h\n')
    expect((await stat(path)).ino).toBe(before.ino)
    expect(await readdir(folder)).toEqual(['users'])
    await chmod(folder, 0o755)
  })
})
