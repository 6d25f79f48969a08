// Generated from the interface description by `npm run client-types`. Not to be edited.

export interface paths {
    "/v1/address/autocomplete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest addresses for partial text
         * @description Suggests addresses for a text as it is typed, best first. Costs 1 credit.
         */
        get: operations["autocomplete"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/address/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check an address
         * @description Finds the one record that matches a whole address best, and says how well. Costs 1 credit.
         */
        get: operations["validate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/address/enrich": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the complete document of an address
         * @description Answers the document of one current address, principal or alias, primary or secondary, by its id. Costs 3 credits.
         */
        get: operations["enrich"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/address/reverse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find addresses near a point
         * @description Finds the addresses nearest to a point, by great-circle distance. Costs 2 credits.
         */
        get: operations["reverseGeocode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/address/lookup/postcode": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the localities of a postcode
         * @description Lists the localities inside a postcode. Counts are of that locality within that postcode. Costs 1 credit.
         */
        get: operations["lookupPostcode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/address/lookup/suburb": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find the postcodes of a suburb
         * @description Finds a suburb or locality by its name, an alias, a usual other way to write it, its first words where these mean no other, or the nearest spelling. Whoever asks for one town is never told of another: an unknown name has no postcodes. Without `state`, localities of the same name are taken together. Costs 1 credit.
         */
        get: operations["lookupSuburb"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/address/lookup/locality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest localities for partial text
         * @description Lists the localities whose name, an alias of it, or a usual other spelling begins with a text: whole names first, then those with the most addresses. Costs 1 credit.
         */
        get: operations["lookupLocality"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/address/lookup/street": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the streets of a locality
         * @description Lists the streets of a locality, found as by the lookup of suburbs, that have addresses and whose name begins with a text. Without `state`, localities of the same name are taken together. Costs 1 credit.
         */
        get: operations["lookupStreet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/address/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell what became of a stored id
         * @description Tells of one stored id whether its address moved, changed or ended after a release, as far as the index was built with former releases. Costs 1 credit.
         */
        get: operations["changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/address/validate/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check many addresses
         * @description Up to 1000 calls in one. Each query costs 1 credit, like the call, when it is answered; a 500 costs nothing, and neither do queries that were not answered because the client had left. Where credits run out on the way, the rest have status 429 and `QUOTA_EXCEEDED`. A batch is one request to the burst limit, and is refused by its head, at no cost, where the account has no credits for one query. The body is a JSON array, or a line of JSON for each query (NDJSON), and the answer comes in the same form, as it is made; the credit headers are those of its beginning. A body of another shape is 400 and costs nothing. It has at most 4 MiB, one `Content-Length` and no `Transfer-Encoding`. For secret keys only.
         */
        post: operations["validateBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/address/enrich/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the complete documents of many addresses
         * @description Up to 1000 calls in one. Each query costs 3 credits, like the call, when it is answered; a 500 costs nothing, and neither do queries that were not answered because the client had left. Where credits run out on the way, the rest have status 429 and `QUOTA_EXCEEDED`. A batch is one request to the burst limit, and is refused by its head, at no cost, where the account has no credits for one query. The body is a JSON array, or a line of JSON for each query (NDJSON), and the answer comes in the same form, as it is made; the credit headers are those of its beginning. A body of another shape is 400 and costs nothing. It has at most 4 MiB, one `Content-Length` and no `Transfer-Encoding`. For secret keys only.
         */
        post: operations["enrichBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/address/changes/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tell what became of many stored ids
         * @description Up to 1000 calls in one. Each query costs 1 credit, like the call, when it is answered; a 500 costs nothing, and neither do queries that were not answered because the client had left. Where credits run out on the way, the rest have status 429 and `QUOTA_EXCEEDED`. A batch is one request to the burst limit, and is refused by its head, at no cost, where the account has no credits for one query. The body is a JSON array, or a line of JSON for each query (NDJSON), and the answer comes in the same form, as it is made; the credit headers are those of its beginning. A body of another shape is 400 and costs nothing. It has at most 4 MiB, one `Content-Length` and no `Transfer-Encoding`. For secret keys only.
         */
        post: operations["changesBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/photon/api": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest addresses, as Photon does
         * @description Addresses for a text as it is typed, as GeoJSON. Parameters of Photon that are not listed are ignored. Costs 1 credit, as autocomplete does.
         */
        get: operations["photonSearch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/photon/reverse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find addresses near a point, as Photon does
         * @description The addresses nearest to a point, as GeoJSON. Costs 2 credits, as reverse does.
         */
        get: operations["photonReverse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/nominatim/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find an address, as Nominatim does
         * @description The addresses that a whole address may mean, best first, without those of quality `low`. Parameters of Nominatim that are not listed are ignored. Costs 1 credit, as validate does.
         */
        get: operations["nominatimSearch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/nominatim/reverse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find the address at a point, as Nominatim does
         * @description The address nearest to a point, at most a kilometre away. Costs 2 credits, as reverse does.
         */
        get: operations["nominatimReverse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reconcile/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a reconciliation client has to know
         * @description The manifest of the service. With `queries` or `extend` in the query string, it is answered as the `POST` of the same is. Free.
         */
        get: operations["reconcileManifest"];
        put?: never;
        /**
         * Reconcile addresses, or extend them
         * @description `queries`: Finds the addresses that texts may mean, each with its score and whether to take it without asking. Costs 1 credit, as validate does. `extend`: Adds fields of the enriched document to addresses, by their ids. Costs 3 credits, as enrich does. Each query and each id is charged when it is answered. At most 50 queries, and 262144 bytes.
         */
        post: operations["reconcile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reconcile/{key}/suggest/entity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest addresses
         * @description Suggests addresses for the beginning of one, to match a cell by hand. Costs 1 credit, as autocomplete does.
         */
        get: operations["reconcileSuggestEntity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reconcile/{key}/suggest/property": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest parts of an address
         * @description Suggests the parts of an address that other columns may have, and the fields that columns may be extended by. Free.
         */
        get: operations["reconcileSuggestProperty"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reconcile/{key}/suggest/type": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest types
         * @description Suggests the one type that there is. Free.
         */
        get: operations["reconcileSuggestType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reconcile/{key}/extend/propose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The fields to extend by
         * @description Lists the fields by which columns may be extended. Free.
         */
        get: operations["reconcilePropose"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reconcile/{key}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an address
         * @description A small page that shows an address, for the frame in which a client shows candidates. Costs 1 credit, as validate does.
         */
        get: operations["reconcilePreview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Alive
         * @description Answers while the process lives, whatever it can do.
         */
        get: operations["healthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ready
         * @description Whether this service is to be sent requests, and what it serves.
         */
        get: operations["readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attribution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whose data this is
         * @description What somebody who shows or passes on these answers has to say.
         */
        get: operations["attribution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This description
         * @description OpenAPI 3.1 with JSON Schema 2020-12.
         */
        get: operations["openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description A state or territory of Australia.
         * @enum {string}
         */
        State: "NSW" | "VIC" | "QLD" | "SA" | "WA" | "TAS" | "NT" | "ACT";
        /** @description A geocode of an address. */
        Geocode: {
            /**
             * Format: double
             * @description Latitude in WGS84 decimal degrees.
             */
            latitude: number;
            /**
             * Format: double
             * @description Longitude in WGS84 decimal degrees.
             */
            longitude: number;
            /** @description G-NAF geocoding method, such as FRONTAGE CENTRE SETBACK. */
            type: string | null;
            /** @description Lower means more precise location evidence; not match quality. */
            reliability: number | null;
        };
        /** @description A geocode of an address, in source order. */
        AllGeocode: {
            /**
             * Format: double
             * @description Latitude in WGS84 decimal degrees.
             */
            latitude: number;
            /**
             * Format: double
             * @description Longitude in WGS84 decimal degrees.
             */
            longitude: number;
            /** @description G-NAF geocoding method, such as FRONTAGE CENTRE SETBACK. */
            type: string | null;
            /** @description Lower means more precise location evidence. */
            reliability: number | null;
        };
        /** @description A point. */
        Location: {
            /**
             * Format: double
             * @description Latitude in WGS84 decimal degrees.
             */
            lat: number;
            /**
             * Format: double
             * @description Longitude in WGS84 decimal degrees.
             */
            lon: number;
        };
        /** @description An area with a name. */
        NamedArea: {
            /** @description Name of the area. */
            name: string;
            /** @description Code of the area. */
            code: string | null;
        };
        /** @description An ABS mesh block. */
        MeshBlock: {
            /** @description ABS mesh block code. */
            code: string;
            /** @description Land use, such as Residential or Parkland. */
            category: string | null;
        };
        /** @description A council ward. */
        Ward: {
            /** @description Name of the ward. */
            name: string | null;
        };
        /** @description The areas that an address lies in. They may change between releases. */
        Boundaries: {
            /** @description Local Government Area. */
            lga: components["schemas"]["NamedArea"] | null;
            /** @description State electoral district. */
            stateElectorate: components["schemas"]["NamedArea"] | null;
            /** @description Federal electoral district. */
            commonwealthElectorate: components["schemas"]["NamedArea"] | null;
            /** @description ABS mesh block. */
            meshBlock: components["schemas"]["MeshBlock"] | null;
            /** @description ABS Statistical Area Level 2. */
            sa2: components["schemas"]["NamedArea"] | null;
            /** @description ABS Statistical Area Level 3. */
            sa3: components["schemas"]["NamedArea"] | null;
            /** @description ABS Statistical Area Level 4. */
            sa4: components["schemas"]["NamedArea"] | null;
            /** @description Greater Capital City Statistical Area. */
            gccsa: components["schemas"]["NamedArea"] | null;
        };
        /** @description The areas that an address lies in. They may change between releases. */
        EnrichedBoundaries: {
            /** @description Local Government Area. */
            lga: components["schemas"]["NamedArea"] | null;
            /** @description State electoral district. */
            stateElectorate: components["schemas"]["NamedArea"] | null;
            /** @description Federal electoral district. */
            commonwealthElectorate: components["schemas"]["NamedArea"] | null;
            /** @description ABS mesh block. */
            meshBlock: components["schemas"]["MeshBlock"] | null;
            /** @description ABS Statistical Area Level 2. */
            sa2: components["schemas"]["NamedArea"] | null;
            /** @description ABS Statistical Area Level 3. */
            sa3: components["schemas"]["NamedArea"] | null;
            /** @description ABS Statistical Area Level 4. */
            sa4: components["schemas"]["NamedArea"] | null;
            /** @description Greater Capital City Statistical Area. */
            gccsa: components["schemas"]["NamedArea"] | null;
            /** @description ABS Statistical Area Level 1 code. */
            sa1: string | null;
            /** @description Council ward. */
            ward: components["schemas"]["Ward"] | null;
        };
        /** @description The structured parts of an address. */
        AddressComponents: {
            /** @description Site name: a shopping centre, hospital or campus. */
            addressSiteName: string | null;
            /** @description Building name. */
            buildingName: string | null;
            /** @description Unit, flat, shop or suite type. */
            flatType: string | null;
            /** @description Unit, flat, shop or suite number without its type. */
            flatNumber: string | null;
            /** @description Level type. */
            levelType: string | null;
            /** @description Level number without its type. */
            levelNumber: string | null;
            /** @description Lot number. */
            lotNumber: string | null;
            /** @description First or only street number. */
            streetNumberFirst: string | null;
            /** @description Last street number where the address is a range. */
            streetNumberLast: string | null;
            /** @description Street name without type and suffix. */
            streetName: string | null;
            /** @description Street type, expanded. */
            streetType: string | null;
            /** @description Street suffix or direction. */
            streetSuffix: string | null;
        };
        /** @description The locality of an address. */
        LocalityContext: {
            /** @description Public locality identifier. */
            id: string | null;
            /** @description Class of the locality, such as GAZETTED LOCALITY. */
            classification: string | null;
            /** @description Names of neighbouring localities. */
            neighbours: string[];
            /** @description Alternative names. */
            aliases: string[];
        };
        /** @description The street of an address. */
        StreetContext: {
            /** @description Public street identifier. */
            id: string | null;
            /** @description Whether the street is confirmed. */
            classification: string | null;
            /** @description Alternative names. */
            aliases: string[];
        };
        /** @description Another record of the same address. */
        AddressAlias: {
            /** @description G-NAF persistent identifier of the alias. */
            id: string | null;
            /** @description Its street-address line. */
            addressLabel: string | null;
            /** @description Kind of alias. */
            type: string | null;
        };
        /** @description A unit of the building. */
        SecondaryAddress: {
            /** @description G-NAF persistent identifier of the unit. */
            id: string | null;
            /** @description Its street-address line. */
            addressLabel: string | null;
        };
        /** @description All that is known of one address. */
        EnrichedAddress: {
            /** @description G-NAF persistent identifier: an opaque string. */
            id: string;
            /** @description Street-address line for display: unit, level, number and street. */
            addressLabel: string | null;
            /** @description Official suburb or locality name. */
            localityName: string | null;
            /** @description State or territory; null for the Other Territories. */
            state: components["schemas"]["State"] | null;
            /** @description Four digits, always a string: leading zeroes count. */
            postcode: string | null;
            /** @description G-NAF source-record confidence, not match quality. 2: three contributor datasets support the address, 1: two, 0: one, -1: retired. */
            confidence: number | null;
            /** @description Main geocode. */
            geocode: components["schemas"]["Geocode"] | null;
            /** @description The point of the main geocode. */
            location: components["schemas"]["Location"] | null;
            /** @description The areas that the address lies in. */
            boundaries: components["schemas"]["EnrichedBoundaries"] | null;
            /** @description Source data release of the record; not the version of this interface. */
            sourceDataRelease: string | null;
            /** @description Whether it is a building or a unit of one; null when it is neither. */
            addressRole: components["schemas"]["AddressRole"] | null;
            /** @description The structured parts of the address. */
            components: components["schemas"]["AddressComponents"];
            /** @description Parcel or legal-property reference. */
            legalParcelId: string | null;
            /** @description Every geocode of the address, in source order. */
            allGeocodes: components["schemas"]["AllGeocode"][];
            /** @description The locality of the address. */
            locality: components["schemas"]["LocalityContext"];
            /** @description The street of the address. */
            street: components["schemas"]["StreetContext"];
            /** @description Other records of the same address. */
            aliases: components["schemas"]["AddressAlias"][];
            /** @description The units of the building. */
            secondaries: components["schemas"]["SecondaryAddress"][];
            /** @description Only with `include=formatted` or `include=abbreviated`. */
            formatted?: components["schemas"]["FormattedAddress"];
            /** @description Only with `include=parents`. */
            parents?: components["schemas"]["Parents"];
            /** @description Only with `debug=true`. */
            debug?: components["schemas"]["DebugInfo"];
        };
        /** @description Where an address belongs. */
        Parents: {
            /** @description The principal record of an alias; null for a principal. */
            principal: components["schemas"]["Parent"] | null;
            /** @description The building of a unit; null for what is no unit. */
            primary: components["schemas"]["Parent"] | null;
        };
        /** @description A record that another one belongs to. */
        Parent: {
            /** @description G-NAF persistent identifier. */
            id: string;
            /** @description Its street-address line. */
            addressLabel: string | null;
        };
        /**
         * @description PRIMARY: parent or building. SECONDARY: child or unit.
         * @enum {string}
         */
        AddressRole: "PRIMARY" | "SECONDARY";
        /** @description A standard address record. */
        StandardRecord: {
            /** @description G-NAF persistent identifier: an opaque string. */
            id: string;
            /** @description Street-address line for display: unit, level, number and street. */
            addressLabel: string | null;
            /** @description Official suburb or locality name. */
            localityName: string | null;
            /** @description State or territory; null for the Other Territories. */
            state: components["schemas"]["State"] | null;
            /** @description Four digits, always a string: leading zeroes count. */
            postcode: string | null;
            /** @description G-NAF source-record confidence, not match quality. 2: three contributor datasets support the address, 1: two, 0: one, -1: retired. */
            confidence: number | null;
            /** @description Main geocode. */
            geocode: components["schemas"]["Geocode"] | null;
            /** @description The point of the main geocode. */
            location: components["schemas"]["Location"] | null;
            /** @description The areas that the address lies in. */
            boundaries: components["schemas"]["Boundaries"] | null;
            /** @description Only with `include=formatted` or `include=abbreviated`. */
            formatted?: components["schemas"]["FormattedAddress"];
        };
        /** @description An address as people write it, in title case, and as it stands on an envelope. */
        FormattedAddress: {
            /** @description Unit, level, number and street: `Unit 3, 25 Smith Street`. */
            line1: string | null;
            /** @description Suburb or locality, state and postcode: `Footscray VIC 3011`. */
            line2: string | null;
            /** @description Both lines, with a comma between them. */
            full: string | null;
            /** @description The lines of an envelope by AS 4590: upper case, no commas, a unit before its number with a slash: `3/25 SMITH STREET`, `FOOTSCRAY VIC 3011`. */
            postal: string[];
        };
        /** @description How well the address matches the request, by the scorer `address-match-v1`. */
        ServiceMatchScore: number;
        /**
         * @description A score of 67 to 100 is `high`, 34 to 66 `medium`, 1 to 33 `low`, 0 `none`.
         * @enum {string}
         */
        ServiceMatchQuality: "high" | "medium" | "low" | "none";
        /**
         * @description Whether the answer has diagnostics.
         * @default false
         * @enum {string}
         */
        DebugFlag: "true" | "false";
        /** @description Diagnostics, only with `debug=true`. For support only: not to be decided upon. */
        DebugInfo: {
            /**
             * @description Version of the match scorer.
             * @enum {string}
             */
            scoringVersion: "address-match-v1";
            /**
             * @description Kind of request.
             * @enum {string}
             */
            queryMode: "autocomplete" | "validate" | "enrich" | "reverse" | "lookup";
            /** @description How each component of the address matches; the shape may evolve between scoring versions. */
            matchedComponents?: {
                [key: string]: "exact" | "prefix" | "fuzzy" | "none";
            };
            /** @description Caps that were applied to the score. */
            scoreCaps?: string[];
            /**
             * Format: double
             * @description Internal relevance. Unstable: not to be stored, sorted by or decided upon.
             */
            searchScore?: number;
            /**
             * @description Validate: why nothing was found, as far as the text tells; only where nothing was.
             * @enum {string}
             */
            reason?: "po_box" | "intersection" | "parcel" | "overseas" | "too_little" | "place_name" | "none";
        };
        /** @description A suggested address. */
        Suggestion: {
            /** @description G-NAF persistent identifier: an opaque string. */
            id: string;
            /** @description Street-address line for display: unit, level, number and street. */
            addressLabel: string | null;
            /** @description Official suburb or locality name. */
            localityName: string | null;
            /** @description State or territory; null for the Other Territories. */
            state: components["schemas"]["State"] | null;
            /** @description Four digits, always a string: leading zeroes count. */
            postcode: string | null;
            /** @description How well the address matches the request. */
            serviceMatchScore: components["schemas"]["ServiceMatchScore"];
            /** @description The same in words. */
            serviceMatchQuality: components["schemas"]["ServiceMatchQuality"];
            /** @description Only with `include=formatted` or `include=abbreviated`. */
            formatted?: components["schemas"]["FormattedAddress"];
            /** @description Only with `debug=true`. */
            debug?: components["schemas"]["DebugInfo"];
        };
        /** @description Suggested addresses. */
        AutocompleteAnswer: {
            /** @description Best first; empty when nothing matches. */
            suggestions: components["schemas"]["Suggestion"][];
            /** @description The number of suggestions in this answer. */
            total: number;
            /** @description Only with `debug=true`. */
            debug?: components["schemas"]["DebugInfo"];
        };
        /** @description The best match. */
        ValidateAnswer: {
            /** @description The best record; null when nothing matches. */
            match: components["schemas"]["StandardRecord"] | null;
            /** @description How well the address matches the request. */
            serviceMatchScore: components["schemas"]["ServiceMatchScore"];
            /** @description The same in words. */
            serviceMatchQuality: components["schemas"]["ServiceMatchQuality"];
            /** @description Only with `include=verdict`. */
            verdict?: components["schemas"]["Verdict"];
            /** @description Only with `include=alternatives`: other records that may be meant, best first. */
            alternatives?: components["schemas"]["Alternative"][];
            /** @description Only with `debug=true`. */
            debug?: components["schemas"]["DebugInfo"];
        };
        /** @description Another record that may be meant. */
        Alternative: {
            /** @description G-NAF persistent identifier: an opaque string. */
            id: string;
            /** @description Street-address line for display: unit, level, number and street. */
            addressLabel: string | null;
            /** @description Official suburb or locality name. */
            localityName: string | null;
            /** @description State or territory; null for the Other Territories. */
            state: components["schemas"]["State"] | null;
            /** @description Four digits, always a string: leading zeroes count. */
            postcode: string | null;
            /** @description How well the address matches the request. */
            serviceMatchScore: components["schemas"]["ServiceMatchScore"];
            /** @description The same in words. */
            serviceMatchQuality: components["schemas"]["ServiceMatchQuality"];
            /** @description The components in which it differs from the match; none where nothing matches. */
            differs: ("building" | "unit" | "level" | "number" | "street" | "suburb" | "state" | "postcode")[];
            /** @description Only with `include=formatted` or `include=abbreviated`. */
            formatted?: components["schemas"]["FormattedAddress"];
        };
        /** @description What became of what was given, and what to do. */
        Verdict: {
            /**
             * @description `accept`: take it. `fix`: ask for what is missing or not there, a number, a unit or a place. `confirm`: ask whether this address is meant. `reject`: ask for another.
             * @enum {string}
             */
            action: "accept" | "fix" | "confirm" | "reject";
            /** @description What the text is to which nothing was found; `place_name` where an address was found whose place alone has another name. Null where it does not tell, or something else was found. */
            reason: ("po_box" | "intersection" | "parcel" | "overseas" | "too_little" | "place_name") | null;
            /** @description By component, `building`, `unit`, `level`, `number`, `street`, `suburb`, `state` or `postcode`: those that were given, that the record has, or that are missing. */
            components: {
                [key: string]: components["schemas"]["PartVerdict"];
            };
        };
        /** @description What became of a component. */
        PartVerdict: {
            /** @description What was given: a part as it was sent, or words of the line in upper case. */
            given: string | null;
            /** @description What the record has. */
            found: string | null;
            /**
             * @description `confirmed`: as given. `corrected`: another spelling, abbreviation or alias of it. `added`: not given, and told by the rest. `missing`: not given, and needed to tell the record from others. `contradicted`: the record has another, or none. `other_name`: the suburb was called otherwise.
             * @enum {string}
             */
            verdict: "confirmed" | "corrected" | "added" | "missing" | "contradicted" | "other_name";
            /** @description Only with `other_name`; null where the name is known for nothing, as an estate’s or an old one. */
            means?: ("lga" | "metropolis" | "short" | "neighbour" | "alias") | null;
        };
        /** @description An address near the point. */
        ReverseResult: {
            /** @description G-NAF persistent identifier: an opaque string. */
            id: string;
            /** @description Street-address line for display: unit, level, number and street. */
            addressLabel: string | null;
            /** @description Official suburb or locality name. */
            localityName: string | null;
            /** @description State or territory; null for the Other Territories. */
            state: components["schemas"]["State"] | null;
            /** @description Four digits, always a string: leading zeroes count. */
            postcode: string | null;
            /** @description G-NAF source-record confidence, not match quality. 2: three contributor datasets support the address, 1: two, 0: one, -1: retired. */
            confidence: number | null;
            /** @description Main geocode. */
            geocode: components["schemas"]["Geocode"] | null;
            /** @description The point of the main geocode. */
            location: components["schemas"]["Location"] | null;
            /** @description The areas that the address lies in. */
            boundaries: components["schemas"]["Boundaries"] | null;
            /** @description Great-circle distance in metres, with one decimal. */
            distance_m: number;
            /** @description Only with `include=formatted` or `include=abbreviated`. */
            formatted?: components["schemas"]["FormattedAddress"];
        };
        /** @description Addresses near a point. */
        ReverseAnswer: {
            /** @description Nearest first, ties by `id`; empty when none is within the radius. */
            results: components["schemas"]["ReverseResult"][];
            /** @description The number of addresses within the radius. */
            total: number;
            /** @description Only with `include=nearest`, and where none is within the radius: the nearest, however far. */
            nearest?: components["schemas"]["ReverseResult"] | null;
            /** @description Only with `include=place`: null where the nearest addresses are of several localities. */
            place?: components["schemas"]["Place"] | null;
            /** @description Only with `debug=true`. */
            debug?: components["schemas"]["DebugInfo"];
        };
        /** @description What the five addresses nearest to a point agree on, whatever the radius. */
        Place: {
            /** @description Official suburb or locality name. */
            localityName: string | null;
            /** @description State or territory; null for the Other Territories. */
            state: components["schemas"]["State"] | null;
            /** @description Four digits, always a string: leading zeroes count. */
            postcode: string | null;
            /** @description The areas that all of them lie in; null each where they do not. */
            boundaries: components["schemas"]["Boundaries"];
            /** @description How far the nearest of them is, in metres, with one decimal. */
            distance_m: number;
        };
        /** @description A locality of a postcode. */
        PostcodeLocality: {
            /** @description Official name of the locality. */
            name: string;
            /** @description State or territory; null for the Other Territories. */
            state: components["schemas"]["State"] | null;
            /** @description Addresses of the locality within the postcode. */
            address_count: number;
        };
        /** @description The localities of a postcode. */
        PostcodeAnswer: {
            /** @description The postcode that was asked for. */
            postcode: string;
            /** @description Most addresses first, then by name; empty for an unknown postcode. */
            localities: components["schemas"]["PostcodeLocality"][];
            /** @description Only with `debug=true`. */
            debug?: components["schemas"]["DebugInfo"];
        };
        /** @description The rectangle of the main geocodes of the addresses. */
        Bounds: {
            /** @description North-western corner. */
            top_left: components["schemas"]["Location"];
            /** @description South-eastern corner. */
            bottom_right: components["schemas"]["Location"];
        };
        /** @description A suburb and its postcodes. */
        SuburbAnswer: {
            /** @description The official name that was found, in upper case; the name asked for when none was. */
            suburb: string;
            /** @description Most addresses first. */
            postcodes: string[];
            /** @description Addresses in all localities that were found. */
            address_count: number;
            /** @description Only when the request gave it. */
            state?: components["schemas"]["State"];
            /** @description Left out when there are no addresses. */
            bounds?: components["schemas"]["Bounds"];
            /** @description Only with `debug=true`. */
            debug?: components["schemas"]["DebugInfo"];
        };
        /** @description A locality. */
        Locality: {
            /** @description Official name of the locality. */
            name: string;
            /** @description State or territory; null for the Other Territories. */
            state: components["schemas"]["State"] | null;
            /** @description Most addresses first. */
            postcodes: string[];
            /** @description Addresses of the locality. */
            address_count: number;
            /** @description Left out where no address has a geocode. */
            bounds?: components["schemas"]["Bounds"];
        };
        /** @description Localities whose name begins so. */
        LocalityAnswer: {
            /** @description Whole names first, then most addresses, then by name; empty when none begins so. */
            localities: components["schemas"]["Locality"][];
            /** @description The number of localities whose name begins so. */
            total: number;
            /** @description Only with `debug=true`. */
            debug?: components["schemas"]["DebugInfo"];
        };
        /** @description A street of a locality. */
        Street: {
            /** @description Its name without type and suffix. */
            name: string;
            /** @description Street type, expanded. */
            type: string | null;
            /** @description Street suffix or direction. */
            suffix: string | null;
            /** @description Official name of its locality. */
            localityName: string;
            /** @description State or territory; null for the Other Territories. */
            state: components["schemas"]["State"] | null;
            /** @description Most addresses first. */
            postcodes: string[];
            /** @description Addresses of the street. */
            address_count: number;
            /** @description The lowest street number; null where no address has one. */
            number_first: number | null;
            /** @description The highest street number; null where no address has one. */
            number_last: number | null;
        };
        /** @description Streets of a locality. */
        StreetAnswer: {
            /** @description By name; empty when there is none. */
            streets: components["schemas"]["Street"][];
            /** @description The number of streets whose name begins so. */
            total: number;
            /** @description Only with `debug=true`. */
            debug?: components["schemas"]["DebugInfo"];
        };
        /** @description What became of an id. */
        AddressChanges: {
            /** @description The id. */
            id: string;
            /**
             * @description `ended`: the release has it no more; `added`: it came, or came back, after `since`; `moved`: its main geocode lies elsewhere; `changed`: something else of it changed; `unchanged`.
             * @enum {string}
             */
            status: "ended" | "added" | "moved" | "changed" | "unchanged";
            /** @description The release that it is compared with. */
            since: string;
            /** @description The release that is served. */
            release: string;
            /** @description In which ways it changed from one release to the next after `since`. */
            kinds: ("moved" | "renamed" | "recoded" | "boundaries" | "confidence" | "geocodes")[];
            /** @description Of an id that has ended: the last release that had it. */
            last_release: string | null;
            /** @description Of an id that has ended: the id of the address with the same label in the same place. */
            successor: string | null;
            /** @description Only with `debug=true`. */
            debug?: components["schemas"]["DebugInfo"];
        };
        /** @description The error that a query by itself would be answered with. */
        BatchError: {
            /**
             * @description As of a request of its own.
             * @enum {integer}
             */
            status: 400 | 401 | 403 | 404 | 429 | 500;
            /** @description What went wrong. */
            error: components["schemas"]["ErrorInfo"];
        };
        /** @description An address to check: a text, or an object of the parameters of the call. */
        BatchQuery: string | {
            /** @description The address to check, as one text. Line breaks and tabs are spaces. */
            q?: string;
            /** @description In place of `q`: the name of the building or site. An empty one is as good as none. */
            building?: string;
            /** @description In place of `q`: the unit, flat, shop or suite, with or without its type. An empty one is as good as none. */
            unit?: string;
            /** @description In place of `q`: the level or floor, with or without its type. An empty one is as good as none. */
            level?: string;
            /** @description In place of `q`: the street number or lot, where it does not stand in `street`. An empty one is as good as none. */
            number?: string;
            /** @description In place of `q`: the street with its type, and its number where that has no parameter of its own. An empty one is as good as none. */
            street?: string;
            /** @description In place of `q`: the suburb or locality. An empty one is as good as none. */
            suburb?: string;
            /** @description In place of `q`: the state. An empty one is as good as none. */
            state?: string;
            /** @description In place of `q`: the postcode. An empty one is as good as none. */
            postcode?: string;
            /** @description What the answer is to have besides, separated by commas: `formatted`, each address as people write it and as it stands on an envelope; `abbreviated`, the same, with the types of streets abbreviated; `verdict`, what became of each part that was given, and what to do; `alternatives`, up to five other records. */
            include?: string;
            /**
             * @description Adds diagnostics to the answer. They are for support only and must not be used for business decisions.
             * @default false
             */
            debug?: boolean;
        };
        /** @description The queries. */
        BatchQueries: components["schemas"]["BatchQuery"][];
        /** @description The answer that a query by itself would have. */
        BatchSuccess: {
            /**
             * @description As of a request of its own.
             * @enum {integer}
             */
            status: 200;
            /** @description The answer. */
            result: components["schemas"]["ValidateAnswer"];
        };
        /** @description What a query by itself would be answered with: `status` tells which of the two it is. */
        BatchResult: components["schemas"]["BatchSuccess"] | components["schemas"]["BatchError"];
        /** @description The answers to the queries of a batch. */
        BatchAnswer: {
            /** @description One for each query, in their order. */
            results: components["schemas"]["BatchResult"][];
            /** @description The number of queries. */
            total: number;
        };
        /** @description An address by its id: a text, or an object of the parameters of the call. */
        EnrichBatchQuery: string | {
            /** @description The id of an address, as Autocomplete, Validate and Reverse geocode return it. An opaque string. */
            id: string;
            /** @description What the answer is to have besides, separated by commas: `formatted`, each address as people write it and as it stands on an envelope; `abbreviated`, the same, with the types of streets abbreviated; `parents`, the principal of an alias, and the building of a unit. */
            include?: string;
            /**
             * @description Adds diagnostics to the answer. They are for support only and must not be used for business decisions.
             * @default false
             */
            debug?: boolean;
        };
        /** @description The queries. */
        EnrichBatchQueries: components["schemas"]["EnrichBatchQuery"][];
        /** @description The answer that a query by itself would have. */
        EnrichBatchSuccess: {
            /**
             * @description As of a request of its own.
             * @enum {integer}
             */
            status: 200;
            /** @description The answer. */
            result: components["schemas"]["EnrichedAddress"];
        };
        /** @description What a query by itself would be answered with: `status` tells which of the two it is. */
        EnrichBatchResult: components["schemas"]["EnrichBatchSuccess"] | components["schemas"]["BatchError"];
        /** @description The answers to the queries of a batch. */
        EnrichBatchAnswer: {
            /** @description One for each query, in their order. */
            results: components["schemas"]["EnrichBatchResult"][];
            /** @description The number of queries. */
            total: number;
        };
        /** @description A stored id: a text, or an object of the parameters of the call. */
        ChangesBatchQuery: string | {
            /** @description The id of an address that was stored. An opaque string. */
            id: string;
            /** @description The release that the id was stored at, as `sourceDataRelease` names it: one that the index was built with. Without it, the oldest of them. */
            since?: string;
            /**
             * @description Adds diagnostics to the answer. They are for support only and must not be used for business decisions.
             * @default false
             */
            debug?: boolean;
        };
        /** @description The queries. */
        ChangesBatchQueries: components["schemas"]["ChangesBatchQuery"][];
        /** @description The answer that a query by itself would have. */
        ChangesBatchSuccess: {
            /**
             * @description As of a request of its own.
             * @enum {integer}
             */
            status: 200;
            /** @description The answer. */
            result: components["schemas"]["AddressChanges"];
        };
        /** @description What a query by itself would be answered with: `status` tells which of the two it is. */
        ChangesBatchResult: components["schemas"]["ChangesBatchSuccess"] | components["schemas"]["BatchError"];
        /** @description The answers to the queries of a batch. */
        ChangesBatchAnswer: {
            /** @description One for each query, in their order. */
            results: components["schemas"]["ChangesBatchResult"][];
            /** @description The number of queries. */
            total: number;
        };
        /** @description Addresses as GeoJSON, as Photon answers. */
        PhotonAnswer: {
            /** @description `FeatureCollection`. */
            type: string;
            /** @description Best or nearest first. */
            features: {
                /** @description `Feature`. */
                type: string;
                /** @description Its point. */
                geometry: {
                    /** @description `Point`. */
                    type: string;
                    /** @description Longitude and latitude. */
                    coordinates: number[];
                };
                /** @description The parts of an address. */
                properties: {
                    /** @description G-NAF persistent identifier: ours, not of the dialect. */
                    id: string;
                    /** @description `place`. */
                    osm_key: string;
                    /** @description `house`. */
                    osm_value: string;
                    /** @description `house`. */
                    type: string;
                    /** @description The first line of the address, as people write it. */
                    name: string;
                    /** @description Street number, range or lot. */
                    housenumber?: string;
                    /** @description Street with its type. */
                    street?: string;
                    /** @description Suburb or locality. */
                    city?: string;
                    /** @description Code of the state; absent in the Other Territories. */
                    state?: string;
                    /** @description Postcode. */
                    postcode?: string;
                    /** @description `Australia`. */
                    country: string;
                    /** @description `AU`. */
                    countrycode: string;
                };
            }[];
        };
        /** @description An address, as Nominatim answers in `json` and `jsonv2`. */
        NominatimPlace: {
            /** @description G-NAF persistent identifier: ours, not of the dialect. */
            id: string;
            /** @description The attribution that the licence of the data asks for. */
            licence: string;
            /** @description Latitude in WGS84 degrees. */
            lat: string;
            /** @description Longitude in WGS84 degrees. */
            lon: string;
            /** @description Only with `format=json`: `place`. */
            class?: string;
            /** @description Only with `format=jsonv2`, the default: `place`. */
            category?: string;
            /** @description `house`. */
            type: string;
            /** @description 30, that of houses. */
            place_rank: number;
            /** @description The match score by 100; 1 in reverse. */
            importance: number;
            /** @description `place`. */
            addresstype: string;
            /** @description The first line of the address, as people write it. */
            name: string;
            /** @description The whole address in a line. */
            display_name: string;
            /** @description Only with `addressdetails=1`: its parts. */
            address?: {
                /** @description Street number, range or lot. */
                house_number?: string;
                /** @description Street with its type. */
                road?: string;
                /** @description Suburb or locality. */
                suburb?: string;
                /** @description Suburb or locality. */
                city?: string;
                /** @description Code of the state; absent in the Other Territories. */
                state?: string;
                /** @description Postcode. */
                postcode?: string;
                /** @description `Australia`. */
                country: string;
                /** @description `au`. */
                country_code: string;
            };
            /** @description South, north, west and east of what a map shows around it. */
            boundingbox: string[];
        };
        /** @description Where no address is near. */
        NominatimNothing: {
            /** @description `Unable to geocode`. */
            error: string;
        };
        /** @description Addresses as Nominatim answers in `geocodejson`. */
        GeocodeJson: {
            /** @description `FeatureCollection`. */
            type: string;
            /** @description About the answer. */
            geocoding: {
                /** @description Of the format. */
                version: string;
                /** @description The attribution that the licence of the data asks for. */
                attribution: string;
                /** @description The same. */
                licence: string;
            };
            /** @description Best or nearest first. */
            features: {
                /** @description `Feature`. */
                type: string;
                /** @description Its point. */
                geometry: {
                    /** @description `Point`. */
                    type: string;
                    /** @description Longitude and latitude. */
                    coordinates: number[];
                };
                /** @description What GeocodeJSON has of an address. */
                properties: {
                    /** @description The parts of an address. */
                    geocoding: {
                        /** @description G-NAF persistent identifier: ours, not of the dialect. */
                        id: string;
                        /** @description `house`. */
                        type: string;
                        /** @description The whole address in a line. */
                        label: string;
                        /** @description The first line of the address, as people write it. */
                        name: string;
                        /** @description Street number, range or lot. */
                        housenumber?: string;
                        /** @description Street with its type. */
                        street?: string;
                        /** @description Suburb or locality. */
                        city?: string;
                        /** @description Code of the state; absent in the Other Territories. */
                        state?: string;
                        /** @description Postcode. */
                        postcode?: string;
                        /** @description `Australia`. */
                        country: string;
                        /** @description Suburb or locality. */
                        district?: string;
                        /** @description `au`. */
                        country_code: string;
                    };
                };
            }[];
        };
        /** @description What a client has to know of the service. */
        ReconciliationManifest: {
            /** @description Versions of the protocol. */
            versions: string[];
            /** @description Name of the service, with its release. */
            name: string;
            /** @description What an id is behind, as a URI. */
            identifierSpace: string;
            /** @description What all of them are, as a URI. */
            schemaSpace: string;
            /** @description Version of the program. */
            serviceVersion: string;
            /** @description The one type that there is. */
            defaultTypes: components["schemas"]["ReconciliationEntity"][];
            /** @description The most queries of a request. */
            batchSize: number;
            /** @description Where suggestions are. */
            suggest: Record<string, never>;
            /** @description Where a page of an address is, and the size of its frame. */
            preview: Record<string, never>;
            /** @description Where the fields are listed by which columns may be extended. */
            extend: Record<string, never>;
        };
        /** @description An address, a type, a part of an address or a field. */
        ReconciliationEntity: {
            /** @description What it is known by. */
            id: string;
            /** @description What people call it. */
            name: string;
        };
        /** @description An address that a query may mean. */
        ReconciliationCandidate: {
            /** @description G-NAF persistent identifier. */
            id: string;
            /** @description The address in one line. */
            name: string;
            /** @description The one type that there is. */
            type: components["schemas"]["ReconciliationEntity"][];
            /** @description How well it matches, as validate scores it. */
            score: number;
            /** @description Whether to take it without asking: its quality is `high`. */
            match: boolean;
        };
        /** @description The addresses that a query may mean, best first. */
        ReconciliationResult: {
            /** @description Empty where nothing was found, or there is an error. */
            result: components["schemas"]["ReconciliationCandidate"][];
            /** @description Why the query was not answered. */
            error?: components["schemas"]["ErrorInfo"];
        };
        /** @description The results by the names of their queries. */
        ReconciliationResults: {
            [key: string]: components["schemas"]["ReconciliationResult"];
        };
        /** @description Fields of addresses. */
        ReconciliationExtension: {
            /** @description What the columns are. */
            meta: components["schemas"]["ReconciliationColumn"][];
            /** @description By ids, then by fields: the values of each, as `{"str": …}`, `{"int": …}`, `{"float": …}` or `{"id": …, "name": …}`. */
            rows: {
                [key: string]: {
                    [key: string]: Record<string, never>[];
                };
            };
            /** @description Why rows are empty that come after the first of them. */
            error?: components["schemas"]["ErrorInfo"];
        };
        /** @description A column that is added. */
        ReconciliationColumn: {
            /** @description The field. */
            id: string;
            /** @description What the column is called. */
            name: string;
            /** @description Of fields that have addresses. */
            type?: components["schemas"]["ReconciliationEntity"];
        };
        /** @description What may be meant, best first. */
        ReconciliationSuggestions: {
            /** @description At most ten addresses; all properties and types. */
            result: components["schemas"]["ReconciliationSuggestion"][];
        };
        /** @description Something that may be meant. */
        ReconciliationSuggestion: {
            /** @description Identifier. */
            id: string;
            /** @description For people. */
            name: string;
            /** @description What it is. */
            description?: string;
            /** @description Types of an address. */
            notable?: components["schemas"]["ReconciliationEntity"][];
        };
        /** @description `type`, `limit` and `properties`: the fields by which columns may be extended, each with `id` and `name`. */
        ReconciliationProposal: Record<string, never>;
        /**
         * @description New for every response.
         * @example req_0f8fad5bd9cb469fa16570867728950e
         */
        RequestId: string;
        /**
         * @description Machine-readable code: what to branch on.
         * @enum {string}
         */
        ErrorCode: "INVALID_PARAMETERS" | "MISSING_API_KEY" | "INVALID_API_KEY" | "PRODUCT_NOT_ALLOWED" | "ORIGIN_NOT_ALLOWED" | "OPERATION_NOT_ALLOWED" | "NOT_FOUND" | "RATE_LIMITED" | "QUOTA_EXCEEDED" | "INTERNAL_ERROR";
        /** @description An error answer. */
        Error: {
            /** @description What went wrong. */
            error: components["schemas"]["ErrorInfo"];
        };
        /** @description What went wrong. */
        ErrorInfo: {
            /** @description Machine-readable code: branch on this, not on the message. */
            code: components["schemas"]["ErrorCode"];
            /** @description For people. */
            message: string;
            /**
             * @description The HTTP status of the answer.
             * @enum {integer}
             */
            status: 400 | 401 | 403 | 404 | 429 | 500;
            /** @description The value of `X-Request-Id`. */
            request_id: components["schemas"]["RequestId"];
            /** @description With `INVALID_PARAMETERS`, `PRODUCT_NOT_ALLOWED`, `OPERATION_NOT_ALLOWED` and `QUOTA_EXCEEDED` only, and with `NOT_FOUND` of an id that has ended; its shape depends on the code. */
            details?: components["schemas"]["InvalidParametersDetails"] | components["schemas"]["EndedIdDetails"] | components["schemas"]["ProductNotAllowedDetails"] | components["schemas"]["OperationNotAllowedDetails"] | components["schemas"]["QuotaExceededDetails"];
        };
        /** @description With `INVALID_PARAMETERS`: parameter names, each with what is wrong with it; `body` for a request that has one. */
        InvalidParametersDetails: {
            [key: string]: string[];
        };
        /** @description With `NOT_FOUND`, where a former release had the id and the index was built with it. */
        EndedIdDetails: {
            /** @description The last release that had the id. */
            last_release: string;
            /** @description The id of the address with the same label in the same place, where there is one. */
            successor?: string;
        };
        /** @description With `PRODUCT_NOT_ALLOWED`. */
        ProductNotAllowedDetails: {
            /** @description The API family of the route. */
            product: string;
            /** @description The API families that the account has. */
            allowed: string[];
        };
        /** @description With `OPERATION_NOT_ALLOWED`. */
        OperationNotAllowedDetails: {
            /**
             * @description The operation that was asked for.
             * @enum {string}
             */
            operation: "autocomplete" | "validate" | "enrich" | "reverse" | "lookupPostcode" | "lookupSuburb" | "lookupLocality" | "lookupStreet" | "changes" | "validateBatch" | "enrichBatch" | "changesBatch";
            /** @description The operations that the key is for. */
            allowed: ("autocomplete" | "validate" | "enrich" | "reverse" | "lookupPostcode" | "lookupSuburb" | "lookupLocality" | "lookupStreet" | "changes")[];
        };
        /** @description With `QUOTA_EXCEEDED`. */
        QuotaExceededDetails: {
            /** @description The API family of the route. */
            product: string;
            /** @description Credits used in this window. */
            used: number;
            /** @description Credits that there are in this window. */
            limit: number;
            /** @description Credits that the request needs. */
            required: number;
            /**
             * Format: date-time
             * @description When the window ends.
             */
            resets_at: string;
            /**
             * @description Where a cap of the key's own has no room: whether it is the one of the UTC day or of the calendar month, which the numbers are of then.
             * @enum {string}
             */
            key?: "day" | "month";
            /**
             * @description Where it is the account's own cap on spending that has no room.
             * @enum {string}
             */
            cap?: "spending";
        };
        /** @description The process lives. */
        Health: {
            /**
             * @description Always `ok`.
             * @enum {string}
             */
            status: "ok";
            /** @description Version of the program; that of the interface is `info.version` of this document. */
            version: string;
            /**
             * @description Whether the credit sidecar gives signs of life. Only with accounts.
             * @enum {string}
             */
            sidecar?: "running" | "silent";
            /**
             * @description Usage waits in the counter file while the ledger is away. Only with accounts.
             * @enum {string}
             */
            ledger?: "reachable" | "away";
            /**
             * Format: date-time
             * @description When all usage was last in the ledger; null before the first time. Only with accounts.
             */
            drained_at?: string | null;
            /** @description Accounts whose rows in the ledger cannot be used or are held by somebody; the log names them. Only with accounts. */
            accounts_set_aside?: number;
            /** @description Counters that were found damaged and taken out of use, since the counter file was made; the log says what they held. Only with accounts. */
            counters_quarantined?: number;
            /** @description Milliseconds by which this machine's clock is ahead of the ledger's (negative: behind); 0 while they agree within 5 s. Periods do not roll over here while they do not. Only with accounts. */
            clock_off_ms?: number;
        };
        /** @description The service answers requests. */
        Ready: {
            /**
             * @description Always `ready`.
             * @enum {string}
             */
            status: "ready";
            /** @description Version of the program; that of the interface is `info.version` of this document. */
            version: string;
            /** @description G-NAF release of the index. */
            release: string;
            /** @description Year of the edition of the ASGS that mesh blocks and SA1 to SA4 are of; null without mesh blocks. */
            asgs: string | null;
            /** @description Address records in the index. */
            addresses: number;
            /** @description Whose data it is: to be said wherever answers are shown or passed on. */
            attribution: string;
            /**
             * @description Whether the credit sidecar gives signs of life. Only with accounts.
             * @enum {string}
             */
            sidecar?: "running" | "silent";
            /**
             * @description Usage waits in the counter file while the ledger is away. Only with accounts.
             * @enum {string}
             */
            ledger?: "reachable" | "away";
            /**
             * Format: date-time
             * @description When all usage was last in the ledger; null before the first time. Only with accounts.
             */
            drained_at?: string | null;
            /** @description Accounts whose rows in the ledger cannot be used or are held by somebody; the log names them. Only with accounts. */
            accounts_set_aside?: number;
            /** @description Counters that were found damaged and taken out of use, since the counter file was made; the log says what they held. Only with accounts. */
            counters_quarantined?: number;
            /** @description Milliseconds by which this machine's clock is ahead of the ledger's (negative: behind); 0 while they agree within 5 s. Periods do not roll over here while they do not. Only with accounts. */
            clock_off_ms?: number;
        };
        /** @description Whose data it is. */
        Attribution: {
            /** @description What the licences of the data ask to be said wherever answers are shown or passed on. */
            attribution: string;
        };
        /** @description The service is not to be sent requests. */
        NotReady: {
            /**
             * @description `stopping`: it finishes what is in flight. `no sidecar`: keys and plans do not reach it.
             * @enum {string}
             */
            status: "stopping" | "no sidecar";
            /**
             * @description Whether the credit sidecar gives signs of life. Only with accounts.
             * @enum {string}
             */
            sidecar?: "running" | "silent";
            /**
             * @description Usage waits in the counter file while the ledger is away. Only with accounts.
             * @enum {string}
             */
            ledger?: "reachable" | "away";
            /**
             * Format: date-time
             * @description When all usage was last in the ledger; null before the first time. Only with accounts.
             */
            drained_at?: string | null;
            /** @description Accounts whose rows in the ledger cannot be used or are held by somebody; the log names them. Only with accounts. */
            accounts_set_aside?: number;
            /** @description Counters that were found damaged and taken out of use, since the counter file was made; the log says what they held. Only with accounts. */
            counters_quarantined?: number;
            /** @description Milliseconds by which this machine's clock is ahead of the ledger's (negative: behind); 0 while they agree within 5 s. Periods do not roll over here while they do not. Only with accounts. */
            clock_off_ms?: number;
        };
    };
    responses: {
        /** @description `INVALID_PARAMETERS`: A required parameter is missing, a value is outside its format, or the request has a body. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Link: components["headers"]["Link"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                Vary: components["headers"]["Vary"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `MISSING_API_KEY`, `INVALID_API_KEY`: The API key is missing, or it is unknown, inactive or malformed. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Link: components["headers"]["Link"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                Vary: components["headers"]["Vary"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `PRODUCT_NOT_ALLOWED`, `ORIGIN_NOT_ALLOWED`, `OPERATION_NOT_ALLOWED`: The plan lacks the address product, or a publishable key is not for this origin or operation. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Link: components["headers"]["Link"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                Vary: components["headers"]["Vary"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `NOT_FOUND`: No such address (enrich), path or method. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Link: components["headers"]["Link"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                Vary: components["headers"]["Vary"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `RATE_LIMITED`, `QUOTA_EXCEEDED`: The burst limit is exceeded, or the quota is exhausted. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                "Retry-After": components["headers"]["Retry-After"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Link: components["headers"]["Link"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                Vary: components["headers"]["Vary"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `INTERNAL_ERROR`: Unexpected failure. */
        InternalServerError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Link: components["headers"]["Link"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                Vary: components["headers"]["Vary"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The document is the one that the caller has. */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                "Last-Modified": components["headers"]["Last-Modified"];
                Vary: components["headers"]["Vary"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request head is over 16 KiB, or has 100 headers. The connection closes. */
        RequestHeaderFieldsTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request line is not that of HTTP/1.1. The connection closes. */
        HttpVersionNotSupported: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /**
         * @description Only addresses of this state or territory. Lower case is accepted too. The Other Territories have no value here.
         * @example QLD
         */
        State: components["schemas"]["State"];
        /**
         * @description Adds diagnostics to the answer. They are for support only and must not be used for business decisions.
         * @example false
         */
        Debug: components["schemas"]["DebugFlag"];
    };
    requestBodies: never;
    headers: {
        /** @description Unique request identifier. */
        "X-Request-Id": components["schemas"]["RequestId"];
        /** @description API family whose credit counter was updated. */
        "X-RateLimit-Product": string;
        /** @description When the current credit window resets. */
        "X-RateLimit-Reset": string;
        /** @description Included credits; not on uncapped plans. */
        "X-RateLimit-Limit": number;
        /** @description Included credits that remain, at least zero. */
        "X-RateLimit-Remaining": number;
        /** @description Requests that may come at once, and the seconds in which as many pass: `"burst";q=100;w=2`; included credits: `"credits";q=1000;qu="credits"` (IETF draft "RateLimit header fields for HTTP"). */
        "RateLimit-Policy": string;
        /** @description What is left of each, and the seconds until it is more: `"burst";r=99;t=1, "credits";r=970;t=86400`. */
        RateLimit: string;
        /** @description The included credits were exceeded. */
        "X-RateLimit-Over": "true";
        /** @description The account has an overdue bill. */
        "X-Payment-Overdue": "true";
        /** @description Seconds. Sent with RATE_LIMITED. */
        "Retry-After": number;
        /** @description That an API key is asked for. */
        "WWW-Authenticate": string;
        /** @description Answers are not to be stored; documents are to be asked for again. */
        "Cache-Control": string;
        /** @description Where the attribution is that the licence of the data asks for. */
        Link: string;
        /** @description To a page with a publishable key: its origin; of the reconciliation service, any. */
        "Access-Control-Allow-Origin": string;
        /** @description With it: the headers that the page may read. */
        "Access-Control-Expose-Headers": string;
        /** @description Of a page: no other site learns its path, which has a key. */
        "Referrer-Policy": string;
        /** @description Of a page: it loads nothing. */
        "Content-Security-Policy": string;
        /** @description Of a page: it is what it says. */
        "X-Content-Type-Options": string;
        /** @description With a publishable key: `Origin`; of a document: `Accept-Encoding`. */
        Vary: string;
        /** @description Changes with the document. */
        ETag: string;
        /** @description When the service was started with this document. */
        "Last-Modified": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    autocomplete: {
        parameters: {
            query: {
                /**
                 * @description The address as far as it is typed. The last word is a prefix unless a space or comma follows it. Line breaks and tabs are spaces.
                 * @example 2 perth st sunn
                 */
                q: string;
                /**
                 * @description Only addresses of this state or territory. Lower case is accepted too. The Other Territories have no value here.
                 * @example QLD
                 */
                state?: components["parameters"]["State"];
                /**
                 * @description The most suggestions to return.
                 * @example 5
                 */
                limit?: number;
                /**
                 * @description Latitude in WGS84 degrees. Give both `lat` and `lon`, or neither: one without the other is `400 INVALID_PARAMETERS`. Among equally good matches, addresses near this point are preferred.
                 * @example -27.58
                 */
                lat?: number;
                /**
                 * @description Longitude in WGS84 degrees. Give both `lat` and `lon`, or neither: one without the other is `400 INVALID_PARAMETERS`. Among equally good matches, addresses near this point are preferred.
                 * @example 153.0607
                 */
                lon?: number;
                /**
                 * @description What the answer is to have besides, separated by commas: `formatted`, each address as people write it and as it stands on an envelope; `abbreviated`, the same, with the types of streets abbreviated.
                 * @example [
                 *       "formatted"
                 *     ]
                 */
                include?: ("formatted" | "abbreviated")[];
                /**
                 * @description Adds diagnostics to the answer. They are for support only and must not be used for business decisions.
                 * @example false
                 */
                debug?: components["parameters"]["Debug"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "suggestions": [
                     *         {
                     *           "id": "GAQLD438583692",
                     *           "addressLabel": "2 PERTH STREET",
                     *           "localityName": "SUNNYBANK",
                     *           "state": "QLD",
                     *           "postcode": "4109",
                     *           "serviceMatchScore": 99,
                     *           "serviceMatchQuality": "high"
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["AutocompleteAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    validate: {
        parameters: {
            query?: {
                /**
                 * @description The address to check, as one text. Line breaks and tabs are spaces.
                 * @example 2 Perth Street, Sunnybank QLD 4109
                 */
                q?: string;
                /**
                 * @description In place of `q`: the name of the building or site. An empty one is as good as none.
                 * @example Sunnybank Plaza
                 */
                building?: string;
                /**
                 * @description In place of `q`: the unit, flat, shop or suite, with or without its type. An empty one is as good as none.
                 * @example 3
                 */
                unit?: string;
                /**
                 * @description In place of `q`: the level or floor, with or without its type. An empty one is as good as none.
                 * @example 1
                 */
                level?: string;
                /**
                 * @description In place of `q`: the street number or lot, where it does not stand in `street`. An empty one is as good as none.
                 * @example 2
                 */
                number?: string;
                /**
                 * @description In place of `q`: the street with its type, and its number where that has no parameter of its own. An empty one is as good as none.
                 * @example 2 Perth St
                 */
                street?: string;
                /**
                 * @description In place of `q`: the suburb or locality. An empty one is as good as none.
                 * @example Sunnybank
                 */
                suburb?: string;
                /**
                 * @description In place of `q`: the state. An empty one is as good as none.
                 * @example QLD
                 */
                state?: string;
                /**
                 * @description In place of `q`: the postcode. An empty one is as good as none.
                 * @example 4109
                 */
                postcode?: string;
                /**
                 * @description What the answer is to have besides, separated by commas: `formatted`, each address as people write it and as it stands on an envelope; `abbreviated`, the same, with the types of streets abbreviated; `verdict`, what became of each part that was given, and what to do; `alternatives`, up to five other records.
                 * @example [
                 *       "verdict"
                 *     ]
                 */
                include?: ("formatted" | "abbreviated" | "verdict" | "alternatives")[];
                /**
                 * @description Adds diagnostics to the answer. They are for support only and must not be used for business decisions.
                 * @example false
                 */
                debug?: components["parameters"]["Debug"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "match": {
                     *         "id": "GAQLD438583692",
                     *         "addressLabel": "2 PERTH STREET",
                     *         "localityName": "SUNNYBANK",
                     *         "state": "QLD",
                     *         "postcode": "4109",
                     *         "confidence": 0,
                     *         "geocode": {
                     *           "latitude": -27.57989863,
                     *           "longitude": 153.06071253,
                     *           "type": "FRONTAGE CENTRE SETBACK",
                     *           "reliability": 2
                     *         },
                     *         "location": {
                     *           "lat": -27.57989863,
                     *           "lon": 153.06071253
                     *         },
                     *         "boundaries": {
                     *           "lga": {
                     *             "name": "Sunnybank",
                     *             "code": "lga469784e57400"
                     *           },
                     *           "stateElectorate": {
                     *             "name": "SUNNYBANK",
                     *             "code": "QLD103"
                     *           },
                     *           "commonwealthElectorate": {
                     *             "name": "SUNNYBANK",
                     *             "code": "QLD2"
                     *           },
                     *           "meshBlock": {
                     *             "code": "30000010005",
                     *             "category": "Residential"
                     *           },
                     *           "sa2": {
                     *             "name": "Sunnybank",
                     *             "code": "301016001"
                     *           },
                     *           "sa3": {
                     *             "name": "Sunnybank",
                     *             "code": "30101"
                     *           },
                     *           "sa4": {
                     *             "name": "Brisbane City - Sunnybank",
                     *             "code": "301"
                     *           },
                     *           "gccsa": {
                     *             "name": "Greater Brisbane",
                     *             "code": "3GBRI"
                     *           }
                     *         }
                     *       },
                     *       "serviceMatchScore": 100,
                     *       "serviceMatchQuality": "high"
                     *     }
                     */
                    "application/json": components["schemas"]["ValidateAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    enrich: {
        parameters: {
            query: {
                /**
                 * @description The id of an address, as Autocomplete, Validate and Reverse geocode return it. An opaque string.
                 * @example GAQLD438583692
                 */
                id: string;
                /**
                 * @description What the answer is to have besides, separated by commas: `formatted`, each address as people write it and as it stands on an envelope; `abbreviated`, the same, with the types of streets abbreviated; `parents`, the principal of an alias, and the building of a unit.
                 * @example [
                 *       "parents"
                 *     ]
                 */
                include?: ("formatted" | "abbreviated" | "parents")[];
                /**
                 * @description Adds diagnostics to the answer. They are for support only and must not be used for business decisions.
                 * @example false
                 */
                debug?: components["parameters"]["Debug"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "GAQLD438583692",
                     *       "addressLabel": "2 PERTH STREET",
                     *       "localityName": "SUNNYBANK",
                     *       "state": "QLD",
                     *       "postcode": "4109",
                     *       "confidence": 0,
                     *       "geocode": {
                     *         "latitude": -27.57989863,
                     *         "longitude": 153.06071253,
                     *         "type": "FRONTAGE CENTRE SETBACK",
                     *         "reliability": 2
                     *       },
                     *       "location": {
                     *         "lat": -27.57989863,
                     *         "lon": 153.06071253
                     *       },
                     *       "boundaries": {
                     *         "lga": {
                     *           "name": "Sunnybank",
                     *           "code": "lga469784e57400"
                     *         },
                     *         "stateElectorate": {
                     *           "name": "SUNNYBANK",
                     *           "code": "QLD103"
                     *         },
                     *         "commonwealthElectorate": {
                     *           "name": "SUNNYBANK",
                     *           "code": "QLD2"
                     *         },
                     *         "meshBlock": {
                     *           "code": "30000010005",
                     *           "category": "Residential"
                     *         },
                     *         "sa2": {
                     *           "name": "Sunnybank",
                     *           "code": "301016001"
                     *         },
                     *         "sa3": {
                     *           "name": "Sunnybank",
                     *           "code": "30101"
                     *         },
                     *         "sa4": {
                     *           "name": "Brisbane City - Sunnybank",
                     *           "code": "301"
                     *         },
                     *         "gccsa": {
                     *           "name": "Greater Brisbane",
                     *           "code": "3GBRI"
                     *         },
                     *         "ward": null,
                     *         "sa1": "30101600101"
                     *       },
                     *       "sourceDataRelease": "2026.08",
                     *       "addressRole": null,
                     *       "components": {
                     *         "addressSiteName": null,
                     *         "buildingName": null,
                     *         "flatType": null,
                     *         "flatNumber": null,
                     *         "levelType": null,
                     *         "levelNumber": null,
                     *         "lotNumber": null,
                     *         "streetNumberFirst": "2",
                     *         "streetNumberLast": null,
                     *         "streetName": "PERTH",
                     *         "streetType": "STREET",
                     *         "streetSuffix": null
                     *       },
                     *       "legalParcelId": "323RP882459",
                     *       "allGeocodes": [
                     *         {
                     *           "latitude": -27.57991345,
                     *           "longitude": 153.06089516,
                     *           "type": "PROPERTY CENTROID",
                     *           "reliability": 2
                     *         },
                     *         {
                     *           "latitude": -27.57989863,
                     *           "longitude": 153.06071253,
                     *           "type": "FRONTAGE CENTRE SETBACK",
                     *           "reliability": 2
                     *         }
                     *       ],
                     *       "locality": {
                     *         "id": "locd3998090ba85",
                     *         "classification": "GAZETTED LOCALITY",
                     *         "neighbours": [
                     *           "BRISBANE CITY",
                     *           "CHERMSIDE",
                     *           "NEW FARM",
                     *           "SOUTHPORT",
                     *           "SPRINGFIELD",
                     *           "WEST END"
                     *         ],
                     *         "aliases": []
                     *       },
                     *       "street": {
                     *         "id": "QLD5367599",
                     *         "classification": "CONFIRMED",
                     *         "aliases": []
                     *       },
                     *       "aliases": [],
                     *       "secondaries": []
                     *     }
                     */
                    "application/json": components["schemas"]["EnrichedAddress"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    reverseGeocode: {
        parameters: {
            query: {
                /**
                 * @description Latitude in WGS84 degrees.
                 * @example -27.58
                 */
                lat: number;
                /**
                 * @description Longitude in WGS84 degrees.
                 * @example 153.0607
                 */
                lon: number;
                /**
                 * @description How far to look, in metres.
                 * @example 100
                 */
                radius?: number;
                /**
                 * @description The most addresses to return.
                 * @example 1
                 */
                limit?: number;
                /**
                 * @description What the answer is to have besides, separated by commas: `formatted`, each address as people write it and as it stands on an envelope; `abbreviated`, the same, with the types of streets abbreviated; `nearest`, the nearest address, where none is within the radius; `place`, the place that the nearest addresses agree on.
                 * @example [
                 *       "place"
                 *     ]
                 */
                include?: ("formatted" | "abbreviated" | "nearest" | "place")[];
                /**
                 * @description Adds diagnostics to the answer. They are for support only and must not be used for business decisions.
                 * @example false
                 */
                debug?: components["parameters"]["Debug"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "id": "GAQLD438583692",
                     *           "addressLabel": "2 PERTH STREET",
                     *           "localityName": "SUNNYBANK",
                     *           "state": "QLD",
                     *           "postcode": "4109",
                     *           "confidence": 0,
                     *           "geocode": {
                     *             "latitude": -27.57989863,
                     *             "longitude": 153.06071253,
                     *             "type": "FRONTAGE CENTRE SETBACK",
                     *             "reliability": 2
                     *           },
                     *           "location": {
                     *             "lat": -27.57989863,
                     *             "lon": 153.06071253
                     *           },
                     *           "boundaries": {
                     *             "lga": {
                     *               "name": "Sunnybank",
                     *               "code": "lga469784e57400"
                     *             },
                     *             "stateElectorate": {
                     *               "name": "SUNNYBANK",
                     *               "code": "QLD103"
                     *             },
                     *             "commonwealthElectorate": {
                     *               "name": "SUNNYBANK",
                     *               "code": "QLD2"
                     *             },
                     *             "meshBlock": {
                     *               "code": "30000010005",
                     *               "category": "Residential"
                     *             },
                     *             "sa2": {
                     *               "name": "Sunnybank",
                     *               "code": "301016001"
                     *             },
                     *             "sa3": {
                     *               "name": "Sunnybank",
                     *               "code": "30101"
                     *             },
                     *             "sa4": {
                     *               "name": "Brisbane City - Sunnybank",
                     *               "code": "301"
                     *             },
                     *             "gccsa": {
                     *               "name": "Greater Brisbane",
                     *               "code": "3GBRI"
                     *             }
                     *           },
                     *           "distance_m": 11.3
                     *         }
                     *       ],
                     *       "total": 103
                     *     }
                     */
                    "application/json": components["schemas"]["ReverseAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    lookupPostcode: {
        parameters: {
            query: {
                /**
                 * @description Four digits, leading zeroes included.
                 * @example 0872
                 */
                postcode: string;
                /**
                 * @description The most localities to return.
                 * @example 10
                 */
                limit?: number;
                /**
                 * @description Adds diagnostics to the answer. They are for support only and must not be used for business decisions.
                 * @example false
                 */
                debug?: components["parameters"]["Debug"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "postcode": "0872",
                     *       "localities": [
                     *         {
                     *           "name": "HERMANNSBURG",
                     *           "state": "NT",
                     *           "address_count": 20
                     *         },
                     *         {
                     *           "name": "ALICE SPRINGS",
                     *           "state": "NT",
                     *           "address_count": 3
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PostcodeAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    lookupSuburb: {
        parameters: {
            query: {
                /**
                 * @description The name of a suburb or locality.
                 * @example Sunnybank
                 */
                suburb: string;
                /**
                 * @description Only addresses of this state or territory. Lower case is accepted too. The Other Territories have no value here.
                 * @example QLD
                 */
                state?: components["parameters"]["State"];
                /**
                 * @description The most postcodes to return.
                 * @example 10
                 */
                limit?: number;
                /**
                 * @description Adds diagnostics to the answer. They are for support only and must not be used for business decisions.
                 * @example false
                 */
                debug?: components["parameters"]["Debug"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "suburb": "SUNNYBANK",
                     *       "postcodes": [
                     *         "4109"
                     *       ],
                     *       "address_count": 114,
                     *       "state": "QLD",
                     *       "bounds": {
                     *         "top_left": {
                     *           "lat": -27.57967872,
                     *           "lon": 153.05850085
                     *         },
                     *         "bottom_right": {
                     *           "lat": -27.57991136,
                     *           "lon": 153.06071253
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SuburbAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    lookupLocality: {
        parameters: {
            query: {
                /**
                 * @description The name of a locality as far as it is typed. A space or comma at its end ends its last word. Line breaks and tabs are spaces.
                 * @example sunny
                 */
                q: string;
                /**
                 * @description Only addresses of this state or territory. Lower case is accepted too. The Other Territories have no value here.
                 * @example QLD
                 */
                state?: components["parameters"]["State"];
                /**
                 * @description The most localities to return.
                 * @example 5
                 */
                limit?: number;
                /**
                 * @description Adds diagnostics to the answer. They are for support only and must not be used for business decisions.
                 * @example false
                 */
                debug?: components["parameters"]["Debug"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "localities": [
                     *         {
                     *           "name": "SUNNYBANK",
                     *           "state": "QLD",
                     *           "postcodes": [
                     *             "4109"
                     *           ],
                     *           "address_count": 114,
                     *           "bounds": {
                     *             "top_left": {
                     *               "lat": -27.57967872,
                     *               "lon": 153.05850085
                     *             },
                     *             "bottom_right": {
                     *               "lat": -27.57991136,
                     *               "lon": 153.06071253
                     *             }
                     *           }
                     *         },
                     *         {
                     *           "name": "SPRINGFIELD",
                     *           "state": "QLD",
                     *           "postcodes": [
                     *             "4300"
                     *           ],
                     *           "address_count": 42,
                     *           "bounds": {
                     *             "top_left": {
                     *               "lat": -27.66323097,
                     *               "lon": 152.91661184
                     *             },
                     *             "bottom_right": {
                     *               "lat": -27.66903904,
                     *               "lon": 152.92022395
                     *             }
                     *           }
                     *         },
                     *         {
                     *           "name": "BRISBANE CITY",
                     *           "state": "QLD",
                     *           "postcodes": [
                     *             "4000"
                     *           ],
                     *           "address_count": 36,
                     *           "bounds": {
                     *             "top_left": {
                     *               "lat": -27.47085588,
                     *               "lon": 153.0240589
                     *             },
                     *             "bottom_right": {
                     *               "lat": -27.47166124,
                     *               "lon": 153.02621122
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "total": 3
                     *     }
                     */
                    "application/json": components["schemas"]["LocalityAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    lookupStreet: {
        parameters: {
            query: {
                /**
                 * @description The name of a suburb or locality.
                 * @example Sunnybank
                 */
                locality: string;
                /**
                 * @description Only addresses of this state or territory. Lower case is accepted too. The Other Territories have no value here.
                 * @example QLD
                 */
                state?: components["parameters"]["State"];
                /**
                 * @description The name of a street as far as it is typed, its type after it. A space or comma at its end ends its last word. Line breaks and tabs are spaces. All streets when it is not given.
                 * @example p
                 */
                q?: string;
                /**
                 * @description The most streets to return.
                 * @example 10
                 */
                limit?: number;
                /**
                 * @description Adds diagnostics to the answer. They are for support only and must not be used for business decisions.
                 * @example false
                 */
                debug?: components["parameters"]["Debug"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "streets": [
                     *         {
                     *           "name": "PERTH",
                     *           "type": "STREET",
                     *           "suffix": null,
                     *           "localityName": "SUNNYBANK",
                     *           "state": "QLD",
                     *           "postcodes": [
                     *             "4109"
                     *           ],
                     *           "address_count": 103,
                     *           "number_first": 1,
                     *           "number_last": 2
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["StreetAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    changes: {
        parameters: {
            query: {
                /**
                 * @description The id of an address that was stored. An opaque string.
                 * @example GAQLD438583692
                 */
                id: string;
                /**
                 * @description The release that the id was stored at, as `sourceDataRelease` names it: one that the index was built with. Without it, the oldest of them.
                 * @example 2026.08
                 */
                since?: string;
                /**
                 * @description Adds diagnostics to the answer. They are for support only and must not be used for business decisions.
                 * @example false
                 */
                debug?: components["parameters"]["Debug"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "GAQLD438583692",
                     *       "status": "unchanged",
                     *       "since": "2026.08",
                     *       "release": "2026.08",
                     *       "kinds": [],
                     *       "last_release": null,
                     *       "successor": null
                     *     }
                     */
                    "application/json": components["schemas"]["AddressChanges"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    validateBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       "2 Perth Street, Sunnybank QLD 4109",
                 *       {
                 *         "q": "2 Perth Street, Sunnybank QLD 4109"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["BatchQueries"];
                /** @example 2 Perth Street, Sunnybank QLD 4109 */
                "application/x-ndjson": components["schemas"]["BatchQuery"];
            };
        };
        responses: {
            /** @description The answers, in the order of the queries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "status": 200,
                     *           "result": {
                     *             "match": {
                     *               "id": "GAQLD438583692",
                     *               "addressLabel": "2 PERTH STREET",
                     *               "localityName": "SUNNYBANK",
                     *               "state": "QLD",
                     *               "postcode": "4109",
                     *               "confidence": 0,
                     *               "geocode": {
                     *                 "latitude": -27.57989863,
                     *                 "longitude": 153.06071253,
                     *                 "type": "FRONTAGE CENTRE SETBACK",
                     *                 "reliability": 2
                     *               },
                     *               "location": {
                     *                 "lat": -27.57989863,
                     *                 "lon": 153.06071253
                     *               },
                     *               "boundaries": {
                     *                 "lga": {
                     *                   "name": "Sunnybank",
                     *                   "code": "lga469784e57400"
                     *                 },
                     *                 "stateElectorate": {
                     *                   "name": "SUNNYBANK",
                     *                   "code": "QLD103"
                     *                 },
                     *                 "commonwealthElectorate": {
                     *                   "name": "SUNNYBANK",
                     *                   "code": "QLD2"
                     *                 },
                     *                 "meshBlock": {
                     *                   "code": "30000010005",
                     *                   "category": "Residential"
                     *                 },
                     *                 "sa2": {
                     *                   "name": "Sunnybank",
                     *                   "code": "301016001"
                     *                 },
                     *                 "sa3": {
                     *                   "name": "Sunnybank",
                     *                   "code": "30101"
                     *                 },
                     *                 "sa4": {
                     *                   "name": "Brisbane City - Sunnybank",
                     *                   "code": "301"
                     *                 },
                     *                 "gccsa": {
                     *                   "name": "Greater Brisbane",
                     *                   "code": "3GBRI"
                     *                 }
                     *               }
                     *             },
                     *             "serviceMatchScore": 100,
                     *             "serviceMatchQuality": "high"
                     *           }
                     *         },
                     *         {
                     *           "status": 200,
                     *           "result": {
                     *             "match": {
                     *               "id": "GAQLD438583692",
                     *               "addressLabel": "2 PERTH STREET",
                     *               "localityName": "SUNNYBANK",
                     *               "state": "QLD",
                     *               "postcode": "4109",
                     *               "confidence": 0,
                     *               "geocode": {
                     *                 "latitude": -27.57989863,
                     *                 "longitude": 153.06071253,
                     *                 "type": "FRONTAGE CENTRE SETBACK",
                     *                 "reliability": 2
                     *               },
                     *               "location": {
                     *                 "lat": -27.57989863,
                     *                 "lon": 153.06071253
                     *               },
                     *               "boundaries": {
                     *                 "lga": {
                     *                   "name": "Sunnybank",
                     *                   "code": "lga469784e57400"
                     *                 },
                     *                 "stateElectorate": {
                     *                   "name": "SUNNYBANK",
                     *                   "code": "QLD103"
                     *                 },
                     *                 "commonwealthElectorate": {
                     *                   "name": "SUNNYBANK",
                     *                   "code": "QLD2"
                     *                 },
                     *                 "meshBlock": {
                     *                   "code": "30000010005",
                     *                   "category": "Residential"
                     *                 },
                     *                 "sa2": {
                     *                   "name": "Sunnybank",
                     *                   "code": "301016001"
                     *                 },
                     *                 "sa3": {
                     *                   "name": "Sunnybank",
                     *                   "code": "30101"
                     *                 },
                     *                 "sa4": {
                     *                   "name": "Brisbane City - Sunnybank",
                     *                   "code": "301"
                     *                 },
                     *                 "gccsa": {
                     *                   "name": "Greater Brisbane",
                     *                   "code": "3GBRI"
                     *                 }
                     *               }
                     *             },
                     *             "serviceMatchScore": 100,
                     *             "serviceMatchQuality": "high"
                     *           }
                     *         }
                     *       ],
                     *       "total": 2
                     *     }
                     */
                    "application/json": components["schemas"]["BatchAnswer"];
                    /**
                     * @example {
                     *       "status": 200,
                     *       "result": {
                     *         "match": {
                     *           "id": "GAQLD438583692",
                     *           "addressLabel": "2 PERTH STREET",
                     *           "localityName": "SUNNYBANK",
                     *           "state": "QLD",
                     *           "postcode": "4109",
                     *           "confidence": 0,
                     *           "geocode": {
                     *             "latitude": -27.57989863,
                     *             "longitude": 153.06071253,
                     *             "type": "FRONTAGE CENTRE SETBACK",
                     *             "reliability": 2
                     *           },
                     *           "location": {
                     *             "lat": -27.57989863,
                     *             "lon": 153.06071253
                     *           },
                     *           "boundaries": {
                     *             "lga": {
                     *               "name": "Sunnybank",
                     *               "code": "lga469784e57400"
                     *             },
                     *             "stateElectorate": {
                     *               "name": "SUNNYBANK",
                     *               "code": "QLD103"
                     *             },
                     *             "commonwealthElectorate": {
                     *               "name": "SUNNYBANK",
                     *               "code": "QLD2"
                     *             },
                     *             "meshBlock": {
                     *               "code": "30000010005",
                     *               "category": "Residential"
                     *             },
                     *             "sa2": {
                     *               "name": "Sunnybank",
                     *               "code": "301016001"
                     *             },
                     *             "sa3": {
                     *               "name": "Sunnybank",
                     *               "code": "30101"
                     *             },
                     *             "sa4": {
                     *               "name": "Brisbane City - Sunnybank",
                     *               "code": "301"
                     *             },
                     *             "gccsa": {
                     *               "name": "Greater Brisbane",
                     *               "code": "3GBRI"
                     *             }
                     *           }
                     *         },
                     *         "serviceMatchScore": 100,
                     *         "serviceMatchQuality": "high"
                     *       }
                     *     }
                     */
                    "application/x-ndjson": components["schemas"]["BatchResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    enrichBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       "GAQLD438583692",
                 *       {
                 *         "id": "GAQLD438583692"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["EnrichBatchQueries"];
                /** @example GAQLD438583692 */
                "application/x-ndjson": components["schemas"]["EnrichBatchQuery"];
            };
        };
        responses: {
            /** @description The answers, in the order of the queries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "status": 200,
                     *           "result": {
                     *             "id": "GAQLD438583692",
                     *             "addressLabel": "2 PERTH STREET",
                     *             "localityName": "SUNNYBANK",
                     *             "state": "QLD",
                     *             "postcode": "4109",
                     *             "confidence": 0,
                     *             "geocode": {
                     *               "latitude": -27.57989863,
                     *               "longitude": 153.06071253,
                     *               "type": "FRONTAGE CENTRE SETBACK",
                     *               "reliability": 2
                     *             },
                     *             "location": {
                     *               "lat": -27.57989863,
                     *               "lon": 153.06071253
                     *             },
                     *             "boundaries": {
                     *               "lga": {
                     *                 "name": "Sunnybank",
                     *                 "code": "lga469784e57400"
                     *               },
                     *               "stateElectorate": {
                     *                 "name": "SUNNYBANK",
                     *                 "code": "QLD103"
                     *               },
                     *               "commonwealthElectorate": {
                     *                 "name": "SUNNYBANK",
                     *                 "code": "QLD2"
                     *               },
                     *               "meshBlock": {
                     *                 "code": "30000010005",
                     *                 "category": "Residential"
                     *               },
                     *               "sa2": {
                     *                 "name": "Sunnybank",
                     *                 "code": "301016001"
                     *               },
                     *               "sa3": {
                     *                 "name": "Sunnybank",
                     *                 "code": "30101"
                     *               },
                     *               "sa4": {
                     *                 "name": "Brisbane City - Sunnybank",
                     *                 "code": "301"
                     *               },
                     *               "gccsa": {
                     *                 "name": "Greater Brisbane",
                     *                 "code": "3GBRI"
                     *               },
                     *               "ward": null,
                     *               "sa1": "30101600101"
                     *             },
                     *             "sourceDataRelease": "2026.08",
                     *             "addressRole": null,
                     *             "components": {
                     *               "addressSiteName": null,
                     *               "buildingName": null,
                     *               "flatType": null,
                     *               "flatNumber": null,
                     *               "levelType": null,
                     *               "levelNumber": null,
                     *               "lotNumber": null,
                     *               "streetNumberFirst": "2",
                     *               "streetNumberLast": null,
                     *               "streetName": "PERTH",
                     *               "streetType": "STREET",
                     *               "streetSuffix": null
                     *             },
                     *             "legalParcelId": "323RP882459",
                     *             "allGeocodes": [
                     *               {
                     *                 "latitude": -27.57991345,
                     *                 "longitude": 153.06089516,
                     *                 "type": "PROPERTY CENTROID",
                     *                 "reliability": 2
                     *               },
                     *               {
                     *                 "latitude": -27.57989863,
                     *                 "longitude": 153.06071253,
                     *                 "type": "FRONTAGE CENTRE SETBACK",
                     *                 "reliability": 2
                     *               }
                     *             ],
                     *             "locality": {
                     *               "id": "locd3998090ba85",
                     *               "classification": "GAZETTED LOCALITY",
                     *               "neighbours": [
                     *                 "BRISBANE CITY",
                     *                 "CHERMSIDE",
                     *                 "NEW FARM",
                     *                 "SOUTHPORT",
                     *                 "SPRINGFIELD",
                     *                 "WEST END"
                     *               ],
                     *               "aliases": []
                     *             },
                     *             "street": {
                     *               "id": "QLD5367599",
                     *               "classification": "CONFIRMED",
                     *               "aliases": []
                     *             },
                     *             "aliases": [],
                     *             "secondaries": []
                     *           }
                     *         },
                     *         {
                     *           "status": 200,
                     *           "result": {
                     *             "id": "GAQLD438583692",
                     *             "addressLabel": "2 PERTH STREET",
                     *             "localityName": "SUNNYBANK",
                     *             "state": "QLD",
                     *             "postcode": "4109",
                     *             "confidence": 0,
                     *             "geocode": {
                     *               "latitude": -27.57989863,
                     *               "longitude": 153.06071253,
                     *               "type": "FRONTAGE CENTRE SETBACK",
                     *               "reliability": 2
                     *             },
                     *             "location": {
                     *               "lat": -27.57989863,
                     *               "lon": 153.06071253
                     *             },
                     *             "boundaries": {
                     *               "lga": {
                     *                 "name": "Sunnybank",
                     *                 "code": "lga469784e57400"
                     *               },
                     *               "stateElectorate": {
                     *                 "name": "SUNNYBANK",
                     *                 "code": "QLD103"
                     *               },
                     *               "commonwealthElectorate": {
                     *                 "name": "SUNNYBANK",
                     *                 "code": "QLD2"
                     *               },
                     *               "meshBlock": {
                     *                 "code": "30000010005",
                     *                 "category": "Residential"
                     *               },
                     *               "sa2": {
                     *                 "name": "Sunnybank",
                     *                 "code": "301016001"
                     *               },
                     *               "sa3": {
                     *                 "name": "Sunnybank",
                     *                 "code": "30101"
                     *               },
                     *               "sa4": {
                     *                 "name": "Brisbane City - Sunnybank",
                     *                 "code": "301"
                     *               },
                     *               "gccsa": {
                     *                 "name": "Greater Brisbane",
                     *                 "code": "3GBRI"
                     *               },
                     *               "ward": null,
                     *               "sa1": "30101600101"
                     *             },
                     *             "sourceDataRelease": "2026.08",
                     *             "addressRole": null,
                     *             "components": {
                     *               "addressSiteName": null,
                     *               "buildingName": null,
                     *               "flatType": null,
                     *               "flatNumber": null,
                     *               "levelType": null,
                     *               "levelNumber": null,
                     *               "lotNumber": null,
                     *               "streetNumberFirst": "2",
                     *               "streetNumberLast": null,
                     *               "streetName": "PERTH",
                     *               "streetType": "STREET",
                     *               "streetSuffix": null
                     *             },
                     *             "legalParcelId": "323RP882459",
                     *             "allGeocodes": [
                     *               {
                     *                 "latitude": -27.57991345,
                     *                 "longitude": 153.06089516,
                     *                 "type": "PROPERTY CENTROID",
                     *                 "reliability": 2
                     *               },
                     *               {
                     *                 "latitude": -27.57989863,
                     *                 "longitude": 153.06071253,
                     *                 "type": "FRONTAGE CENTRE SETBACK",
                     *                 "reliability": 2
                     *               }
                     *             ],
                     *             "locality": {
                     *               "id": "locd3998090ba85",
                     *               "classification": "GAZETTED LOCALITY",
                     *               "neighbours": [
                     *                 "BRISBANE CITY",
                     *                 "CHERMSIDE",
                     *                 "NEW FARM",
                     *                 "SOUTHPORT",
                     *                 "SPRINGFIELD",
                     *                 "WEST END"
                     *               ],
                     *               "aliases": []
                     *             },
                     *             "street": {
                     *               "id": "QLD5367599",
                     *               "classification": "CONFIRMED",
                     *               "aliases": []
                     *             },
                     *             "aliases": [],
                     *             "secondaries": []
                     *           }
                     *         }
                     *       ],
                     *       "total": 2
                     *     }
                     */
                    "application/json": components["schemas"]["EnrichBatchAnswer"];
                    /**
                     * @example {
                     *       "status": 200,
                     *       "result": {
                     *         "id": "GAQLD438583692",
                     *         "addressLabel": "2 PERTH STREET",
                     *         "localityName": "SUNNYBANK",
                     *         "state": "QLD",
                     *         "postcode": "4109",
                     *         "confidence": 0,
                     *         "geocode": {
                     *           "latitude": -27.57989863,
                     *           "longitude": 153.06071253,
                     *           "type": "FRONTAGE CENTRE SETBACK",
                     *           "reliability": 2
                     *         },
                     *         "location": {
                     *           "lat": -27.57989863,
                     *           "lon": 153.06071253
                     *         },
                     *         "boundaries": {
                     *           "lga": {
                     *             "name": "Sunnybank",
                     *             "code": "lga469784e57400"
                     *           },
                     *           "stateElectorate": {
                     *             "name": "SUNNYBANK",
                     *             "code": "QLD103"
                     *           },
                     *           "commonwealthElectorate": {
                     *             "name": "SUNNYBANK",
                     *             "code": "QLD2"
                     *           },
                     *           "meshBlock": {
                     *             "code": "30000010005",
                     *             "category": "Residential"
                     *           },
                     *           "sa2": {
                     *             "name": "Sunnybank",
                     *             "code": "301016001"
                     *           },
                     *           "sa3": {
                     *             "name": "Sunnybank",
                     *             "code": "30101"
                     *           },
                     *           "sa4": {
                     *             "name": "Brisbane City - Sunnybank",
                     *             "code": "301"
                     *           },
                     *           "gccsa": {
                     *             "name": "Greater Brisbane",
                     *             "code": "3GBRI"
                     *           },
                     *           "ward": null,
                     *           "sa1": "30101600101"
                     *         },
                     *         "sourceDataRelease": "2026.08",
                     *         "addressRole": null,
                     *         "components": {
                     *           "addressSiteName": null,
                     *           "buildingName": null,
                     *           "flatType": null,
                     *           "flatNumber": null,
                     *           "levelType": null,
                     *           "levelNumber": null,
                     *           "lotNumber": null,
                     *           "streetNumberFirst": "2",
                     *           "streetNumberLast": null,
                     *           "streetName": "PERTH",
                     *           "streetType": "STREET",
                     *           "streetSuffix": null
                     *         },
                     *         "legalParcelId": "323RP882459",
                     *         "allGeocodes": [
                     *           {
                     *             "latitude": -27.57991345,
                     *             "longitude": 153.06089516,
                     *             "type": "PROPERTY CENTROID",
                     *             "reliability": 2
                     *           },
                     *           {
                     *             "latitude": -27.57989863,
                     *             "longitude": 153.06071253,
                     *             "type": "FRONTAGE CENTRE SETBACK",
                     *             "reliability": 2
                     *           }
                     *         ],
                     *         "locality": {
                     *           "id": "locd3998090ba85",
                     *           "classification": "GAZETTED LOCALITY",
                     *           "neighbours": [
                     *             "BRISBANE CITY",
                     *             "CHERMSIDE",
                     *             "NEW FARM",
                     *             "SOUTHPORT",
                     *             "SPRINGFIELD",
                     *             "WEST END"
                     *           ],
                     *           "aliases": []
                     *         },
                     *         "street": {
                     *           "id": "QLD5367599",
                     *           "classification": "CONFIRMED",
                     *           "aliases": []
                     *         },
                     *         "aliases": [],
                     *         "secondaries": []
                     *       }
                     *     }
                     */
                    "application/x-ndjson": components["schemas"]["EnrichBatchResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    changesBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       "GAQLD438583692",
                 *       {
                 *         "id": "GAQLD438583692"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["ChangesBatchQueries"];
                /** @example GAQLD438583692 */
                "application/x-ndjson": components["schemas"]["ChangesBatchQuery"];
            };
        };
        responses: {
            /** @description The answers, in the order of the queries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "status": 200,
                     *           "result": {
                     *             "id": "GAQLD438583692",
                     *             "status": "unchanged",
                     *             "since": "2026.08",
                     *             "release": "2026.08",
                     *             "kinds": [],
                     *             "last_release": null,
                     *             "successor": null
                     *           }
                     *         },
                     *         {
                     *           "status": 200,
                     *           "result": {
                     *             "id": "GAQLD438583692",
                     *             "status": "unchanged",
                     *             "since": "2026.08",
                     *             "release": "2026.08",
                     *             "kinds": [],
                     *             "last_release": null,
                     *             "successor": null
                     *           }
                     *         }
                     *       ],
                     *       "total": 2
                     *     }
                     */
                    "application/json": components["schemas"]["ChangesBatchAnswer"];
                    /**
                     * @example {
                     *       "status": 200,
                     *       "result": {
                     *         "id": "GAQLD438583692",
                     *         "status": "unchanged",
                     *         "since": "2026.08",
                     *         "release": "2026.08",
                     *         "kinds": [],
                     *         "last_release": null,
                     *         "successor": null
                     *       }
                     *     }
                     */
                    "application/x-ndjson": components["schemas"]["ChangesBatchResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    photonSearch: {
        parameters: {
            query: {
                /**
                 * @description The address. Line breaks and tabs are spaces.
                 * @example 2 Perth St, Sunnybank
                 */
                q: string;
                /**
                 * @description The most addresses to return. More than 20 are as good as 20.
                 * @example 15
                 */
                limit?: string;
                /**
                 * @description Latitude in WGS84 degrees. Given both, addresses near this point are preferred among equally good matches.
                 * @example -27.58
                 */
                lat?: number;
                /**
                 * @description Longitude in WGS84 degrees. Given both, addresses near this point are preferred among equally good matches.
                 * @example 153.0607
                 */
                lon?: number;
                /**
                 * @description Only addresses in this box, among the best 20: `minLon,minLat,maxLon,maxLat`.
                 * @example 153.05,-27.59,153.07,-27.57
                 */
                bbox?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhotonAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    photonReverse: {
        parameters: {
            query: {
                /**
                 * @description Latitude in WGS84 degrees.
                 * @example -27.58
                 */
                lat: number;
                /**
                 * @description Longitude in WGS84 degrees.
                 * @example 153.0607
                 */
                lon: number;
                /**
                 * @description The most addresses to return. More than 20 are as good as 20.
                 * @example 1
                 */
                limit?: string;
                /**
                 * @description How far to look, in kilometres.
                 * @example 1
                 */
                radius?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhotonAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    nominatimSearch: {
        parameters: {
            query?: {
                /**
                 * @description The address. Line breaks and tabs are spaces.
                 * @example 2 Perth St, Sunnybank
                 */
                q?: string;
                /**
                 * @description In place of `q`: the street, with its number before it.
                 * @example 2 Perth St
                 */
                street?: string;
                /**
                 * @description In place of `q`: the suburb or locality.
                 * @example Sunnybank
                 */
                city?: string;
                /**
                 * @description In place of `q`: the state.
                 * @example QLD
                 */
                state?: string;
                /**
                 * @description In place of `q`: the postcode.
                 * @example 4109
                 */
                postalcode?: string;
                /**
                 * @description The most addresses to return. More than 20 are as good as 20.
                 * @example 10
                 */
                limit?: string;
                /**
                 * @description Among equally good matches, those in this box come first: `x1,y1,x2,y2`.
                 * @example 153.05,-27.59,153.07,-27.57
                 */
                viewbox?: string;
                /**
                 * @description `1`: only addresses in `viewbox`.
                 * @example 0
                 */
                bounded?: "0" | "1";
                /**
                 * @description The form of the answer.
                 * @example jsonv2
                 */
                format?: "json" | "jsonv2" | "geocodejson";
                /**
                 * @description `1`: the parts of each address too.
                 * @example 0
                 */
                addressdetails?: "0" | "1";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NominatimPlace"][] | components["schemas"]["GeocodeJson"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    nominatimReverse: {
        parameters: {
            query: {
                /**
                 * @description Latitude in WGS84 degrees.
                 * @example -27.58
                 */
                lat: number;
                /**
                 * @description Longitude in WGS84 degrees.
                 * @example 153.0607
                 */
                lon: number;
                /**
                 * @description The form of the answer.
                 * @example jsonv2
                 */
                format?: "json" | "jsonv2" | "geocodejson";
                /**
                 * @description `0`: without the parts of the address.
                 * @example 1
                 */
                addressdetails?: "0" | "1";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NominatimPlace"] | components["schemas"]["NominatimNothing"] | components["schemas"]["GeocodeJson"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    reconcileManifest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A secret key, which programs like OpenRefine can send in no header. Without it, `X-Api-Key` is asked for.
                 * @example lbx_live_…
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "versions": [
                     *         "0.1",
                     *         "0.2"
                     *       ],
                     *       "name": "Australian addresses (G-NAF 2026.08, Letterbox)",
                     *       "identifierSpace": "http://linked.data.gov.au/dataset/gnaf/address/",
                     *       "schemaSpace": "http://linked.data.gov.au/def/gnaf#Address",
                     *       "serviceVersion": "2.0.0",
                     *       "defaultTypes": [
                     *         {
                     *           "id": "address",
                     *           "name": "Address"
                     *         }
                     *       ],
                     *       "batchSize": 50,
                     *       "suggest": {
                     *         "entity": {
                     *           "service_url": "https://addresses.example.com/reconcile/lbx_live_…",
                     *           "service_path": "/suggest/entity"
                     *         },
                     *         "property": {
                     *           "service_url": "https://addresses.example.com/reconcile/lbx_live_…",
                     *           "service_path": "/suggest/property"
                     *         },
                     *         "type": {
                     *           "service_url": "https://addresses.example.com/reconcile/lbx_live_…",
                     *           "service_path": "/suggest/type"
                     *         }
                     *       },
                     *       "preview": {
                     *         "url": "https://addresses.example.com/reconcile/lbx_live_…/preview?id={{id}}",
                     *         "width": 420,
                     *         "height": 260
                     *       },
                     *       "extend": {
                     *         "propose_properties": {
                     *           "service_url": "https://addresses.example.com/reconcile/lbx_live_…",
                     *           "service_path": "/extend/propose"
                     *         },
                     *         "property_settings": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ReconciliationManifest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    reconcile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A secret key, which programs like OpenRefine can send in no header. Without it, `X-Api-Key` is asked for.
                 * @example lbx_live_…
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "queries": "{\"q0\":{\"query\":\"2 perth st, sunnybank\"}}"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /** @description `{"q0": {"query": "2 perth st", "properties": [{"pid": "suburb", "v": "Sunnybank"}]}}` */
                    queries?: string;
                    /** @description `{"ids": ["GAQLD438583692"], "properties": [{"id": "boundaries.lga.name"}]}` */
                    extend?: string;
                };
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "q0": {
                     *         "result": [
                     *           {
                     *             "id": "GAQLD438583692",
                     *             "name": "2 PERTH STREET, SUNNYBANK QLD 4109",
                     *             "type": [
                     *               {
                     *                 "id": "address",
                     *                 "name": "Address"
                     *               }
                     *             ],
                     *             "score": 100,
                     *             "match": true
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ReconciliationExtension"] | components["schemas"]["ReconciliationResults"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    reconcileSuggestEntity: {
        parameters: {
            query?: {
                /**
                 * @description What was typed.
                 * @example 2 perth st sunn
                 */
                prefix?: string;
                /**
                 * @description Suggestions to leave out, since they are known.
                 * @example 0
                 */
                cursor?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A secret key, which programs like OpenRefine can send in no header. Without it, `X-Api-Key` is asked for.
                 * @example lbx_live_…
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "result": [
                     *         {
                     *           "id": "GAQLD438583692",
                     *           "name": "2 PERTH STREET, SUNNYBANK QLD 4109",
                     *           "notable": [
                     *             {
                     *               "id": "address",
                     *               "name": "Address"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ReconciliationSuggestions"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    reconcileSuggestProperty: {
        parameters: {
            query?: {
                /**
                 * @description What was typed.
                 * @example 2 perth st sunn
                 */
                prefix?: string;
                /**
                 * @description Suggestions to leave out, since they are known.
                 * @example 0
                 */
                cursor?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A secret key, which programs like OpenRefine can send in no header. Without it, `X-Api-Key` is asked for.
                 * @example lbx_live_…
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "result": [
                     *         {
                     *           "id": "suburb",
                     *           "name": "Suburb"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ReconciliationSuggestions"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    reconcileSuggestType: {
        parameters: {
            query?: {
                /**
                 * @description What was typed.
                 * @example 2 perth st sunn
                 */
                prefix?: string;
                /**
                 * @description Suggestions to leave out, since they are known.
                 * @example 0
                 */
                cursor?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A secret key, which programs like OpenRefine can send in no header. Without it, `X-Api-Key` is asked for.
                 * @example lbx_live_…
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "result": [
                     *         {
                     *           "id": "address",
                     *           "name": "Address"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ReconciliationSuggestions"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    reconcilePropose: {
        parameters: {
            query?: {
                /**
                 * @description The most fields to list.
                 * @example 100
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A secret key, which programs like OpenRefine can send in no header. Without it, `X-Api-Key` is asked for.
                 * @example lbx_live_…
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "address",
                     *       "limit": 1,
                     *       "properties": [
                     *         {
                     *           "id": "boundaries.lga.name",
                     *           "name": "LGA name"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ReconciliationProposal"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    reconcilePreview: {
        parameters: {
            query: {
                /**
                 * @description The id of an address.
                 * @example GAQLD438583692
                 */
                id: string;
            };
            header?: never;
            path: {
                /**
                 * @description A secret key, which programs like OpenRefine can send in no header. Without it, `X-Api-Key` is asked for.
                 * @example lbx_live_…
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Product": components["headers"]["X-RateLimit-Product"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "X-RateLimit-Over": components["headers"]["X-RateLimit-Over"];
                    "X-Payment-Overdue": components["headers"]["X-Payment-Overdue"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    Link: components["headers"]["Link"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    "Referrer-Policy": components["headers"]["Referrer-Policy"];
                    "Content-Security-Policy": components["headers"]["Content-Security-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            500: components["responses"]["InternalServerError"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    healthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process answers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "version": "2.0.0"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["BadRequest"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    readyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The index is open. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ready",
                     *       "version": "2.0.0",
                     *       "release": "2026.08",
                     *       "asgs": "2026",
                     *       "addresses": 3600,
                     *       "attribution": "Incorporates or developed using G-NAF © Geoscape Australia licensed by the Commonwealth of Australia under the Open Geo-coded National Address File (G-NAF) End User Licence Agreement. Incorporates or developed using Administrative Boundaries © Geoscape Australia licensed by the Commonwealth of Australia under Creative Commons Attribution 4.0 International licence (CC BY 4.0)."
                     *     }
                     */
                    "application/json": components["schemas"]["Ready"];
                };
            };
            400: components["responses"]["BadRequest"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            /** @description The server is stopping, or keys and plans do not reach it. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "stopping"
                     *     }
                     */
                    "application/json": components["schemas"]["NotReady"];
                };
            };
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    attribution: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attribution. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "attribution": "Incorporates or developed using G-NAF © Geoscape Australia licensed by the Commonwealth of Australia under the Open Geo-coded National Address File (G-NAF) End User Licence Agreement. Incorporates or developed using Administrative Boundaries © Geoscape Australia licensed by the Commonwealth of Australia under Creative Commons Attribution 4.0 International licence (CC BY 4.0)."
                     *     }
                     */
                    "application/json": components["schemas"]["Attribution"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
    openapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["Last-Modified"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["BadRequest"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            505: components["responses"]["HttpVersionNotSupported"];
        };
    };
}
