import { describe, expect, test } from 'bun:test'
import { misspeltNames } from '../src/misspelt-names'
import { fileVariable, SECRET_NAMES, VARIABLE_NAMES } from '../src/platform/variables'

describe('a name that looks like ours is said, with the one that was meant', () => {
  test.each([
    ['LOCAL_SESION_SECRET', 'LOCAL_SESSION_SECRET'],
    ['LOCAL_SESSION_SECERT', 'LOCAL_SESSION_SECRET'],
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
    ['METRICS_TOKEN_FIL', 'METRICS_TOKEN_FILE'],
    ['OIDC_CLIENTID', 'OIDC_CLIENT_ID'],
    ['OIDC_CLIENT_ID_FILE', null],
    ['OIDC_PROVIDER', null],
    ['db_host', 'DB_HOST'],
    ['DBHOST', 'DB_HOST'],
    ['DB_PASS', null],
    ['DB_DATABASE', null],
    ['tz', 'TZ'],
    ['Port', 'PORT'],
    ['LOG_LEVELS', 'LOG_LEVEL'],
    ['APP_PASWORD_ENCRYPTION_KEY', 'APP_PASSWORD_ENCRYPTION_KEY'],
    ['VAPID_PUBLICKEY', 'VAPID_PUBLIC_KEY'],
    ['CALDAV_SERVER', null],
    ['DEV_AUTH_BYPAS', 'DEV_AUTH_BYPASS'],
    ['node_env', 'NODE_ENV'],
    ['DRAINSECONDS', 'DRAIN_SECONDS'],
    ['REPLICA_BUS_UR', 'REPLICA_BUS_URL'],
    ['SUBSCRIPTION_ALLOW', 'SUBSCRIPTIONS_ALLOW'],
    ['ASSET_KEPT', 'ASSETS_KEPT'],
    ['BACKUP_RECIPIENT', null],
    ['BACKUP_TIME', null],
    ['BACKUP_S3_KEY', null],
    ['BACKUP_AGE_IDENTIY_FILE', 'BACKUP_AGE_IDENTITY_FILE'],
    ['TRUSTED_PROXY', null],
    ['METRICS_ADDRESS', null],
    ['REPLICA_BUS', null],
    ['ASSETS_DIR', null],
  ])('%s', (name, meant) => {
    expect(misspeltNames(['PATH', name, 'HOME'])).toEqual([{ name, meant }])
  })
})

describe('a name of somebody else is not', () => {
  const foreign = [
    ...[
      'PATH',
      'HOME',
      'USER',
      'LANG',
      'LC_ALL',
      'TERM',
      'PWD',
      'OLDPWD',
      'SHLVL',
      '_',
      'HOSTNAME',
      'HOSTTYPE',
      'SHELL',
    ],
    ...['HTTP_PROXY', 'https_proxy', 'no_proxy', 'ALL_PROXY', 'TMPDIR', 'TZDIR', 'MAIL', 'LOGNAME', 'EDITOR', 'DEBUG'],
    ...['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'NODE_PATH', 'BUN_INSTALL', 'npm_config_user_agent', 'npm_package_name'],
    ...['KUBERNETES_SERVICE_HOST', 'KUBERNETES_PORT_443_TCP_ADDR', 'DB_SERVICE_HOST', 'DB_PORT_3306_TCP_ADDR'],
    ...[
      'CALDAV_SERVICE_PORT',
      'CALDAV_PORT',
      'CALDAV_PORT_5232_TCP',
      'COMPOSE_PROJECT_NAME',
      'DOCKER_HOST',
      'container',
      'INVOCATION_ID',
      'JOURNAL_STREAM',
    ],
    ...[
      'MARIADB_PASSWORD',
      'REDIS_URL',
      'SSL_CERT_FILE',
      'XDG_RUNTIME_DIR',
      'SSH_CONNECTION',
      'GIT_DIR',
      'CI',
      'POSTS',
    ],
    ...['BACKUP_AGE_IDENTITY_FILE', 'METRICS_SERVICE_HOST', 'REPLICA_PORT_6379_TCP'],
    ...['TEST_CLOCK', 'CHROMIUM', 'PICTURES', 'CHAOS_SECONDS', 'MODEL_SEED', 'FAKETIME', 'LD_PRELOAD'],
  ]
  test.each(foreign)('%s', (name) => {
    expect(misspeltNames([name])).toEqual([])
  })

  test('nor is any of ours', () => {
    expect(misspeltNames([...VARIABLE_NAMES, ...SECRET_NAMES.map(fileVariable)])).toEqual([])
  })
})
