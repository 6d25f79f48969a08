-- wrk script: asks for the targets of a file, one to a line, in turn. Arguments: the file, the API key.
local requests = {}
local next = 0

function init(args)
  for target in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format("GET", target, { ["Host"] = "localhost", ["X-Api-Key"] = args[2] })
  end
end

function request()
  next = next % #requests + 1
  return requests[next]
end
