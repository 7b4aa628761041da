import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { ownTypeName } from './analysis.ts'
import { ownType, ownTypeKept, ownTypeTrial, ownTypeTried } from './own-type.ts'

const noQuery = z.strictObject({})
const typeParams = z.object({ name: ownTypeName })

const declareType = defineEndpoint({
  name: 'declareType',
  method: 'POST',
  path: '/document-types',
  credential: 'documents',
  summary: 'Declare a type of document of your own; one of the same name is replaced',
  query: noQuery,
  body: ownType,
  answers: { 201: ownTypeKept },
  errors: ['payload_too_large'],
})

const tryType = defineEndpoint({
  name: 'tryType',
  method: 'POST',
  path: '/document-types/try',
  credential: 'documents',
  summary: 'What a type would read of documents of yours; nothing is kept',
  query: noQuery,
  body: ownTypeTrial,
  answers: { 200: ownTypeTried },
  errors: ['not_found', 'payload_too_large', 'rate_limited'],
})

const listTypes = defineEndpoint({
  name: 'listTypes',
  method: 'GET',
  path: '/document-types',
  credential: 'documents',
  summary: 'The types that you have declared, by name',
  query: noQuery,
  answers: { 200: z.object({ types: z.array(ownTypeKept) }) },
  errors: [],
})

const getType = defineEndpoint({
  name: 'getType',
  method: 'GET',
  path: '/document-types/{name}',
  credential: 'documents',
  summary: 'One of the types that you have declared',
  params: typeParams,
  query: noQuery,
  answers: { 200: ownTypeKept },
  errors: ['not_found'],
})

const deleteType = defineEndpoint({
  name: 'deleteType',
  method: 'DELETE',
  path: '/document-types/{name}',
  credential: 'documents',
  summary: 'Forget a type that you have declared; documents that were read by it stay as they are',
  params: typeParams,
  query: noQuery,
  answers: { 204: null },
  errors: ['not_found'],
})

/** Types of documents that their owners declare. */
export const typeEndpoints = { declareType, tryType, listTypes, getType, deleteType }
