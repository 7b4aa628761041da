import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { modelAlias, modelAliasChange, modelAliasList } from '../model-alias.ts'
import { modelName } from '../model-name.ts'

const params = z.object({ alias: modelName })

const modelAliases = defineEndpoint({
  name: 'modelAliases',
  method: 'GET',
  path: '/admin/model-aliases',
  credential: 'admin',
  summary: 'Names that stand for models, by name',
  answers: { 200: modelAliasList },
  errors: [],
})

const setModelAlias = defineEndpoint({
  name: 'setModelAlias',
  method: 'PUT',
  path: '/admin/model-aliases/{alias}',
  restOfPath: true,
  credential: 'admin',
  summary:
    'Let a name stand for models: the first of them that can be served gets a request. Slashes stand as they are',
  params,
  body: modelAliasChange,
  answers: { 200: modelAlias },
  errors: ['conflict'],
})

const removeModelAlias = defineEndpoint({
  name: 'removeModelAlias',
  method: 'DELETE',
  path: '/admin/model-aliases/{alias}',
  restOfPath: true,
  credential: 'admin',
  summary: 'Take a name away that stands for models',
  params,
  answers: { 204: null },
  errors: ['not_found'],
})

/** Names of the operator's that stand for models. */
export const aliasEndpoints = { modelAliases, setModelAlias, removeModelAlias }
